// npm run demo: the site on throw-away data, for looking around. All of it lies in a temporary folder.
import "#platform/process/private-umask.server.ts";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "site-demo-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const admin = { email: "admin@pilcrow.example", password: randomBytes(12).toString("base64url") };
Object.assign(process.env, {
	DATABASE_URL: "",
	STORAGE_URL: "",
	DATA_DIR: folder,
	MAIL_DIR: "",
	SMTP_URL: "",
	BACKUP_DIR: "off",
	SEED: "demo",
	ADMIN_EMAIL: admin.email,
	ADMIN_PASSWORD: admin.password,
});
// By a path that the compiler does not follow: the build need not exist when types are checked.
await import(new URL("../build/server/index.js", import.meta.url).href);
console.log(
	`\nThis is the demo. Your changes are lost when it stops (Ctrl-C).\nStaff sign in at ${site()}/admin as\n\n  ${admin.email}\n  ${admin.password}\n`,
);

function site(): string {
	return process.env.SITE_URL ?? `http://localhost:${process.env.PORT || 3000}`;
}
