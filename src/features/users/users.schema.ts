import { z } from "zod";

export const roles = ["user", "admin"] as const;
export type Role = (typeof roles)[number];

export const roleChangeSchema = z.object({ role: z.enum(roles, { error: "Please choose a role." }) });
