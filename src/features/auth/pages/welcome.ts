import { toast } from "#ui/toast.ts";

/** When someone is in: after the second step, where there is one. */
export const welcome = () =>
	toast({ title: "Welcome back!", description: "You have successfully signed in.", tone: "success" });
