import { withoutInvisible } from "./without-invisible.ts";

/** Shorter ones are a year or a price as often as part of a number. */
const fewestTyped = 4;
/** From this many digits on, a number is whole but for the codes before it. */
const fewestOfNumber = 7;

/** The digits of a phone number without leading zeros, which are dialed from some places and not from others. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, "").replace(/^0+/, "");

/**
 * The digits of what is searched for, if it may be a phone number or a part of one. A short part keeps its leading zeros:
 * the last four digits of a number may be 0134.
 */
export function searchedPhone(text: string): string | undefined {
	if (!/^[\d\s()+./-]+$/.test(text)) return undefined;
	return [phoneDigits(text), text.replace(/\D/g, "")].find((digits) => digits.length >= fewestTyped);
}

/** Both as digits. Either may have the code of a country that the other lacks. */
export const isPhoneFound = (digits: string, searched: string): boolean =>
	digits.includes(searched) || (digits.length >= fewestOfNumber && searched.endsWith(digits));

/** Fewer digits are a floor or a year as often as a number; more have no meaning (E.164). */
const dialed = { fewest: 5, most: 15 };

/** Italy with San Marino and the Vatican, Benin, Côte d'Ivoire, Congo: There, a zero after the country's code is dialed. */
const codesBeforeZero = ["39", "378", "379", "229", "225", "242"];

const extension =
	/^[\s,;.([-]*(?:ext|extn|extension|e?x|durchwahl|dw|app|apparat|poste|anexo|int|доб|内線|#)[\s.:=#-]*(\d{1,7})(?!\d)/iu;

/** As in 1-800-FLOWERS: after the area code, one of the seven is a letter. */
const spelledNumber = /^(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s.-]*(?!(?:\d[\s.-]*){7})(?:[A-Z\d][\s.-]*){7,}$/;

/** The `tel:` link (RFC 3966) that dials what someone wrote; of several numbers, the first. Undefined for anything else. */
export function dialHref(phone: string): string | undefined {
	const plain = withoutInvisible(phone).normalize("NFKC").trim();
	const text = spelledNumber.test(plain) ? onKeys(plain) : plain;
	for (const { 0: run, index } of text.matchAll(/(?:\+\s?)?[(\d][\d\s().[\]\u2010-\u2015/-]*/gu)) {
		const number = firstNumber(run);
		const digits = withoutTrunkZero(number).replaceAll(/[^+\d]/g, "");
		if (countDigits(digits) < dialed.fewest) continue;
		if (countDigits(digits) > dialed.most) return undefined;
		const [, ext] = extension.exec(text.slice(index + number.length)) ?? [];
		return `tel:${digits}${ext ? `;ext=${ext}` : ""}`;
	}
	return undefined;
}

const countDigits = (text: string) => text.replaceAll(/\D/g, "").length;

/** A slash or a dash also stands within a number, as in 030/123456. */
function firstNumber(run: string): string {
	const [first = "", ...others] = run.split(/\/|\s[\u2010-\u2015-]\s/u);
	const areWhole = others.length > 0 && [first, ...others].every((part) => countDigits(part) >= fewestOfNumber);
	return areWhole ? first : run;
}

/** '+4420…' for '+44 (0)20…', '44 (0)20…', '+44 020…', and what begins with the code for calls abroad, '00' or '011'. */
const withoutTrunkZero = (number: string) =>
	number
		.replace(/^(?:00|011(?=(?:\D*\d){10}))[\s.-]*(?=[1-9])/, "+")
		.replace(/^(?=\d{1,3}\s?\(0\))/, "+")
		.replace(/^(\+\s?(\d{1,3}))[\s./([-]+0/, (all, abroad: string, code: string) =>
			codesBeforeZero.includes(code) ? all : abroad,
		);

const onKeys = (text: string) =>
	text.replaceAll(/[A-Z]/g, (letter) => "22233344455566677778889999".charAt(letter.charCodeAt(0) - 65));
