import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { trapField } from "#lib/submission.ts";
import { Trap } from "./trap.tsx";

const html = renderToStaticMarkup(createElement(Trap));
const input = /<input[^>]*>/.exec(html)?.[0] ?? "";

test("the trap cannot have the focus and is hidden: Chromium and Firefox fill in no such field", () => {
	expect(html).toMatch(/^<div aria-hidden="true" inert=""/);
	expect(input).toContain('tabindex="-1"');
	expect(input).toContain('aria-hidden="true"');
	expect(input).toContain('autoComplete="off"');
});

test("the trap carries the attributes by which password managers leave a field alone", () => {
	for (const attribute of ["data-1p-ignore", "data-bwignore", 'data-lpignore="true"', 'data-form-type="other"']) {
		expect(input).toContain(attribute);
	}
});

/** Parts of the words by which Chromium, Firefox and Bitwarden know a field (decision 024 names the files). */
const knownWords =
	/name|nom|prefix|title|mail|courriel|correo|phone|tel|mobil|fax|compan|organi|business|firma|empresa|street|stra[sß]|address|addr|adres|suite|unit|city|town|ort\b|stadt|ville|state|province|region|county|country|land|zip|postal|post.*code|pin|code|user|login|pass|url|site|web|card|cc|cvc|cvv|exp|month|year|rok|mes|anno|day|birth|sex|gender|number|amount|price|search|query|note|captcha|otp|totp|iban|promo|coupon|attn|attention|other/i;

test("the trap's name and label are no words by which a field is known", () => {
	const label = /<label>([^<]*)</.exec(html)?.[1] ?? "";
	expect([trapField, label]).toEqual(["remark", "Leave this empty"]);
	expect(`${trapField} ${label}`).not.toMatch(knownWords);
	expect("website").toMatch(knownWords);
});
