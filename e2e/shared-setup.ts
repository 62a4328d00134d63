import { startSharedServices } from "./shared-services.ts";

/** With E2E_SETUP=postgres every site of the tests runs on PostgreSQL and S3 instead of on its own folder. */
export default async function setup(): Promise<() => Promise<void>> {
	const services = await startSharedServices();
	process.env.E2E_SHARED_SERVICES = JSON.stringify(services);
	return services.stop;
}
