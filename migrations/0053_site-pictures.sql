CREATE TABLE "site_page_images" (
	"page" text NOT NULL,
	"cut" text NOT NULL,
	"image" text NOT NULL,
	"widths" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "site_page_images_page_cut_pk" PRIMARY KEY("page","cut")
);
--> statement-breakpoint
ALTER TABLE "site_page_images" ADD CONSTRAINT "site_page_images_image_blog_images_name_fk" FOREIGN KEY ("image") REFERENCES "public"."blog_images"("name") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_page_images_image" ON "site_page_images" USING btree ("image");