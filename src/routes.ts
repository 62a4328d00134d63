import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { services } from "./site/services.ts";

export default [
	layout("site/public-layout.tsx", [
		index("site/home-page.tsx"),
		...services.map((service) => route(service.path, `site/service-${service.slug}-page.tsx`)),
		route("contact", "features/contacts/contact-page.tsx"),
		route("book-call", "features/bookings/book-call-page.tsx"),
		route("careers", "features/applications/careers-page.tsx"),
		route("careers/apply/:jobId", "features/applications/apply-page.tsx"),
		layout("features/auth/session-layout.tsx", { id: "sign-in" }, [route("auth", "features/auth/auth-page.tsx")]),
		route("blog", "features/posts/blog-page.tsx"),
		route("blog/:slug", "features/posts/article-page.tsx"),
		route("blog/preview/:token", "features/posts/preview-page.tsx"),
		route("invoice/:token", "features/invoices/invoice-page.tsx"),
		route("*", "site/not-found-page.tsx"),
	]),
	route("blog/:slug/og.png", "features/posts/og-picture.ts"),
	route("blog/rss.xml", "features/posts/rss-feed.ts"),
	route("sitemap.xml", "site/sitemap.ts"),
	route(".well-known/security.txt", "site/security-txt.ts"),
	route("robots.txt", "site/robots.ts"),
	route("invoice/:token/pdf", "features/invoices/public-invoice-pdf.ts"),
	layout("site/compact-layout.tsx", [
		layout("features/auth/session-layout.tsx", { id: "back-office" }, [
			route("admin", "admin/admin-layout.tsx", [
				index("features/dashboard/dashboard-screen.tsx"),
				route("activity", "features/activity/activity-screen.tsx"),
				route("contacts", "features/contacts/contacts-screen.tsx"),
				route("bookings", "features/bookings/bookings-screen.tsx", { id: "admin-bookings" }),
				route("blogs", "features/posts/posts-screen.tsx"),
				route("blogs/new", "features/posts/new-post-screen.tsx"),
				route("blogs/edit/:id", "features/posts/post-editor-screen.tsx"),
				route("invoices", "features/invoices/invoices-screen.tsx"),
				route("invoices/new", "features/invoices/invoice-form-screen.tsx", { id: "new-invoice" }),
				route("invoices/:id", "features/invoices/invoice-screen.tsx"),
				route("invoices/:id/edit", "features/invoices/invoice-form-screen.tsx", { id: "edit-invoice" }),
				route("applications", "features/applications/applications-screen.tsx"),
				route("applications/jobs", "features/jobs/jobs-screen.tsx"),
				route("applications/jobs/new", "features/jobs/job-editor-screen.tsx", { id: "new-job" }),
				route("applications/jobs/:id", "features/jobs/job-editor-screen.tsx"),
				route("quarantine", "features/quarantine/quarantine-screen.tsx"),
				route("users", "features/users/users-screen.tsx"),
				route("mail", "features/mails/mails-screen.tsx"),
				route("privacy", "features/privacy/privacy-screen.tsx"),
				route("*", "admin/not-found-screen.tsx"),
			]),
			layout("admin/bookings-layout.tsx", [
				route("bookings", "features/bookings/bookings-screen.tsx", { id: "staff-bookings" }),
			]),
		]),
	]),
] satisfies RouteConfig;
