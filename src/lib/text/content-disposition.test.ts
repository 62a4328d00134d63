import { expect, test } from "vitest";
import { contentDisposition } from "./content-disposition.ts";

test.each([
	["Ada Byron_resume.pdf", `filename="Ada Byron_resume.pdf"; filename*=UTF-8''Ada%20Byron_resume.pdf`],
	["Zoë O'Hara.pdf", `filename="Zo_ O'Hara.pdf"; filename*=UTF-8''Zo%C3%AB%20O%27Hara.pdf`],
	['a"; filename="b.exe', `filename="a_; filename=_b.exe"; filename*=UTF-8''a%22%3B%20filename%3D%22b.exe`],
	["a\r\nSet-Cookie: x", `filename="a__Set-Cookie: x"; filename*=UTF-8''a__Set-Cookie%3A%20x`],
	["../../etc/passwd", `filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
	["half \ud83d pair", `filename="half _ pair"; filename*=UTF-8''half%20%EF%BF%BD%20pair`],
])("names %j", (name, parameters) => {
	expect(contentDisposition("attachment", name)).toBe(`attachment; ${parameters}`);
});
