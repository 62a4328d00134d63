import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

// Everything is bundled into the server except packages that load binaries, worker files or data files next to themselves.
// Bundling also fixes React to its production build, whatever NODE_ENV says at run time.
const loadedFromNodeModules = ["@electric-sql/pglite", "@node-rs/argon2", "nodemailer", "pg-boss", "pino", "postgres"];

export default defineConfig(({ command }) => ({
	plugins: [tailwindcss(), reactRouter()],
	environments: {
		ssr: {
			build: { rolldownOptions: { input: "./src/server.ts" } },
			...(command === "build" && { resolve: { noExternal: true, external: loadedFromNodeModules } }),
		},
	},
}));
