declare module "@20minutes/s3rver" {
	import type { AddressInfo } from "node:net";

	/** What the tests use of it; the package brings no types. */
	class S3rver {
		constructor(options: {
			address: string;
			port: number;
			silent: boolean;
			directory: string;
			allowMismatchedSignatures: boolean;
			configureBuckets: { name: string }[];
		});
		run(): Promise<AddressInfo>;
		close(): Promise<void>;
	}
	export = S3rver;
}
