import { join } from "node:path";
import type { Settings } from "#platform/process/settings.server.ts";
import type { FileStorage } from "./storage.server.ts";
import { openDiskStorage } from "./storage-disk.server.ts";

/** Uses S3 if STORAGE_URL is set, and DATA_DIR/files otherwise. */
export async function openStorage({ storage, dataDir }: Pick<Settings, "storage" | "dataDir">): Promise<FileStorage> {
	if (!storage) return openDiskStorage(join(dataDir, "files"));
	const { openS3Storage } = await import("./storage-s3.server.ts");
	return openS3Storage(storage);
}
