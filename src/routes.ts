import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { records } from "./records.ts";
import { serviceCatalogue, serviceSlugs } from "./site/services/services.ts";

export default [
	layout("site/public-layout.tsx", [
		index("site/home/home-page.tsx"),
		...serviceSlugs.map((slug) => route(serviceCatalogue[slug].path, `site/services/service-${slug}-page.tsx`)),
		route("contact", "features/contacts/page/contact-page.tsx"),
		route("book-call", "features/bookings/page/book-call-page.tsx"),
		route("call/confirm/:token", "features/bookings/guests/confirm-call-page.tsx"),
		route("call/:token", "features/bookings/guests/call-page.tsx"),
		route("privacy", "features/privacy/public/privacy-page.tsx"),
		route("careers", "features/applications/apply/careers-page.tsx"),
		route("careers/apply/:jobId", "features/applications/apply/apply-page.tsx"),
		layout("features/auth/pages/session-layout.tsx", { id: "sign-in" }, [
			route("auth", "features/auth/pages/auth-page.tsx"),
			route("setup", "features/auth/setup/setup-page.tsx"),
		]),
		route("blog", "features/posts/public/blog-page.tsx"),
		route("blog/:slug", "features/posts/public/article-page.tsx"),
		route("search", "features/posts/public/search-page.tsx"),
		route("blog/preview/:token", "features/posts/public/preview-page.tsx"),
		route("*", "site/not-found/not-found-page.tsx"),
	]),
	layout("site/letter-layout.tsx", [route("invoice/:token", "features/invoices/public/invoice-page.tsx")]),
	route("blog/:slug/og.png", "features/posts/pictures/og-picture.ts"),
	route("share.png", "features/posts/pictures/share-picture.ts"),
	route("blog/rss.xml", "features/posts/public/rss-feed.ts"),
	route("showcase.json", "site/home/showcase-pictures.ts"),
	route("sitemap.xml", "site/crawlers/sitemap.ts"),
	route(".well-known/security.txt", "site/crawlers/security-txt.ts"),
	route("robots.txt", "site/crawlers/robots.ts"),
	route("calendar/:feed", "features/bookings/calendar/calendar-feed.ts"),
	route("invoice/:token/pdf", "features/invoices/public/public-invoice-pdf.ts"),
	route("invoice/:token/view", "features/invoices/public/public-invoice-view.ts"),
	layout("site/compact-layout.tsx", [
		layout("features/auth/pages/session-layout.tsx", { id: "back-office" }, [
			route("admin", "desk/admin-layout.tsx", [
				index("features/dashboard/dashboard-screen.tsx"),
				...records.flatMap(({ list }) => (list ? [route(list.path.slice("/admin/".length), list.screen)] : [])),
				route("activity", "features/activity/activity-screen.tsx"),
				route("bookings", "features/bookings/bookings-screen.tsx", { id: "admin-bookings" }),
				route("bookings/hours", "features/bookings/slots/hours-screen.tsx"),
				route("bookings/calendar", "features/bookings/calendar/calendar-screen.tsx"),
				layout("features/posts/editor/post-editor-layout.tsx", [
					route("blogs/new", "features/posts/editor/new-post-screen.tsx"),
					route("blogs/edit/:id", "features/posts/editor/post-editor-screen.tsx"),
				]),
				route("invoices/new", "features/invoices/form/invoice-form-screen.tsx", { id: "new-invoice" }),
				route("invoices/:id", "features/invoices/details/invoice-screen.tsx"),
				route("invoices/:id/edit", "features/invoices/form/invoice-form-screen.tsx", { id: "edit-invoice" }),
				route("applications/jobs/new", "features/jobs/job-editor-screen.tsx", { id: "new-job" }),
				route("applications/jobs/:id", "features/jobs/job-editor-screen.tsx"),
				route("people", "features/people/person-screen.tsx"),
				route("quarantine", "features/quarantine/quarantine-screen.tsx"),
				route("settings", "features/settings/settings-screen.tsx"),
				route("site", "features/site-pages/site-screen.tsx"),
				route("report", "features/report/report-screen.tsx"),
				route("privacy", "features/privacy/privacy-screen.tsx"),
				route("*", "desk/not-found-screen.tsx"),
			]),
			layout("desk/account-layout.tsx", [
				route("bookings", "features/bookings/bookings-screen.tsx", { id: "staff-bookings" }),
				route("account/security", "features/auth/security/security-screen.tsx"),
			]),
		]),
	]),
] satisfies RouteConfig;
