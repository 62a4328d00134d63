import { readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { removeStrayProfilePictures } from "./profile-pictures.server.ts";
import { profilePicturePath } from "./users.schema.ts";

const app = startTestApp();
let staff: Awaited<ReturnType<typeof signInAs>>;

beforeEach(async () => {
	staff = await signInAs(app.deps, { role: "admin" });
});

const path = "/api/profile/picture";
const draw = (color: string) => sharp({ create: { width: 300, height: 200, channels: 3, background: color } });
const headersOf = (authorization: string) => (authorization ? { authorization } : undefined);

async function upload(content: Uint8Array, authorization = staff.authorization) {
	const body = new FormData();
	body.set("picture", new File([new Uint8Array(content)], "me.png"));
	const headers = headersOf(authorization);
	return app.api.request(path, { method: "PUT", body, ...(headers && { headers }) });
}

const uploaded = async () => (await (await upload(await draw("#f04e23").png().toBuffer())).json()).picture;
const remove = (authorization = staff.authorization) => {
	const headers = headersOf(authorization);
	return app.api.request(path, { method: "DELETE", ...(headers && { headers }) });
};
const get = (address: string) => app.api.request(address);
const pictureOf = async (authorization = staff.authorization) =>
	(await (await app.api.request("/api/profile", { headers: { authorization } })).json()).picture;
const stored = async () => {
	const names: string[] = [];
	for await (const { name } of app.deps.storage.list("profile-pictures")) names.push(name);
	return names;
};
const nameOf = (address: string) => address.replace(profilePicturePath, "");

test("a member of staff has the picture that they have uploaded, as a small square without metadata", async () => {
	expect(await pictureOf()).toBeNull();
	const original = await draw("#f04e23")
		.jpeg()
		.withExif({ IFD0: { Artist: "Somebody" } })
		.toBuffer();
	const address = (await (await upload(original)).json()).picture;
	expect(address).toMatch(/^\/storage\/v1\/object\/public\/profile-pictures\/[0-9a-f]{32}\.webp$/);
	expect(await pictureOf()).toBe(address);
	const served = await get(address);
	expect(served.headers.get("content-type")).toBe("image/webp");
	expect(served.headers.get("cache-control")).toMatch(/^private/);
	expect(served.headers.get("content-security-policy")).toContain("sandbox");
	const { width, height, exif } = await sharp(await served.bytes()).metadata();
	expect([width, height, exif]).toEqual([128, 128, undefined]);
});

// F26, F27
test.each(["animated.gif", "sos-parameters.jpg"])("%s becomes a still square, too", async (file) => {
	const response = await upload(readFileSync(`tests/corpus/faults/${file}`));
	const { width, height, pages } = await sharp(await (await get((await response.json()).picture)).bytes()).metadata();
	expect([width, height, pages ?? 1]).toEqual([128, 128, 1]);
});

test("another picture takes the place of the first, and removing it leaves no file", async () => {
	const first = await uploaded();
	const second = await uploaded();
	expect(second).not.toBe(first);
	expect((await get(first)).status).toBe(404);
	expect((await get(second)).status).toBe(200);
	expect((await remove()).status).toBe(200);
	expect(await pictureOf()).toBeNull();
	expect((await get(second)).status).toBe(404);
	expect(await stored()).not.toContain(nameOf(second));
	expect((await remove()).status).toBe(200);
});

test("what is no picture is refused at its field, and the present one stays", async () => {
	const address = await uploaded();
	const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>';
	for (const content of [
		Buffer.from(svg),
		Buffer.from("%PDF-1.7"),
		Buffer.from([0x89, 0x50, 0x4e, 0x47]),
		Buffer.alloc(0),
	]) {
		const answer = await upload(content);
		expect(answer.status).toBe(422);
		expect((await answer.json()).fields.picture).toContain("JPEG");
	}
	expect((await upload(Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413);
	expect(await pictureOf()).toBe(address);
});

test("only staff may upload; whoever has lost the role may still take their picture away, and nobody another's", async () => {
	const address = await uploaded();
	const picture = await draw("#24101f").png().toBuffer();
	const user = await signInAs(app.deps, { role: "user" });
	expect((await upload(picture, "")).status).toBe(401);
	expect((await remove("")).status).toBe(401);
	expect((await upload(picture, user.authorization)).status).toBe(403);
	expect((await remove(user.authorization)).status).toBe(200);
	expect(await pictureOf()).toBe(address);
	await app.deps.db.update(profilesTable).set({ role: "user" }).where(eq(profilesTable.user_id, staff.user.id));
	expect((await remove()).status).toBe(200);
	expect((await get(address)).status).toBe(404);
});

test("a picture goes out with the export of its person, and goes with their erasure", async () => {
	const address = await uploaded();
	await app.deps.db.update(profilesTable).set({ role: "user" }).where(eq(profilesTable.user_id, staff.user.id));
	const [profile] = await app.deps.db.select().from(profilesTable).where(eq(profilesTable.user_id, staff.user.id));
	const { authorization } = await signInAs(app.deps, { role: "admin" });
	const call = (action: string) =>
		app.api.request(`/api/privacy/${action}`, {
			method: "POST",
			headers: { authorization, "content-type": "application/json" },
			body: JSON.stringify({ email: profile?.email, confirmation: profile?.email }),
		});
	const archive = Buffer.from(await (await call("export")).bytes());
	expect(archive.includes(`profile-pictures/${nameOf(address)}`)).toBe(true);
	expect((await call("erase")).status).toBe(200);
	expect((await get(address)).status).toBe(404);
});

test("the hourly cleaning removes pictures that no profile names, once they are old", async () => {
	const address = await uploaded();
	const old = `${"a".repeat(32)}.webp`;
	const fresh = `${"b".repeat(32)}.webp`;
	for (const name of [old, fresh]) await app.deps.storage.put("profile-pictures", name, new Blob(["x"]));
	const place = (name: string) => join(app.deps.settings.dataDir, "files", "profile-pictures", name);
	const hoursAgo = (hours: number) => new Date(testTime.getTime() - hours * 3_600_000);
	app.setTime(testTime);
	for (const name of [old, nameOf(address)]) utimesSync(place(name), hoursAgo(2), hoursAgo(2));
	utimesSync(place(fresh), hoursAgo(0), hoursAgo(0));
	await removeStrayProfilePictures(app.deps);
	const left = await stored();
	expect(left).toEqual(expect.arrayContaining([fresh, nameOf(address)]));
	expect(left).not.toContain(old);
});
