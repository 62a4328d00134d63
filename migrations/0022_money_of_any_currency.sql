ALTER TABLE "invoice_items" ALTER COLUMN "unit_price" SET DATA TYPE numeric(17, 3);--> statement-breakpoint
ALTER TABLE "invoice_items" ALTER COLUMN "amount" SET DATA TYPE numeric(17, 3);--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "subtotal" SET DATA TYPE numeric(17, 3);--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "tax_amount" SET DATA TYPE numeric(17, 3);--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "total_amount" SET DATA TYPE numeric(17, 3);