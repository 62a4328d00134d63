import { join } from "node:path";
import type { Settings } from "#platform/process/settings.server.ts";
import type { FileStorage } from "./storage.server.ts";
import { openDiskStorage } from "./storage-disk.server.ts";

/** On S3 when STORAGE_URL is set, else in DATA_DIR/files. */
export async function openStorage({ storage, dataDir }: Pick<Settings, "storage" | "dataDir">): Promise<FileStorage> {
	if (!storage) return openDiskStorage(join(dataDir, "files"));
	const { openS3Storage } = await import("./storage-s3.server.ts");
	return openS3Storage(storage);
}
