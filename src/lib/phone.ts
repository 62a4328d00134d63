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
