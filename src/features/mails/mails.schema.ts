import { z } from "zod";
import { mailedTables } from "#records.ts";

/** Which record's mails to list. */
export const mailRecordSchema = z.object({ table: z.enum(mailedTables), id: z.uuid("Please choose a record.") });
