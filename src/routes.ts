import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { services } from "./site/services.ts";

export default [
	layout("site/public-layout.tsx", [
		index("site/home-page.tsx"),
		...services.map((service) => route(service.path, `site/service-${service.slug}-page.tsx`)),
		route("contact", "features/contacts/contact-page.tsx"),
		route("book-call", "features/bookings/book-call-page.tsx"),
		layout("features/auth/session-layout.tsx", { id: "sign-in" }, [route("auth", "features/auth/auth-page.tsx")]),
		route("invoice/:token", "features/invoices/invoice-page.tsx"),
		route("*", "site/not-found-page.tsx"),
	]),
	route("invoice/:token/pdf", "features/invoices/public-invoice-pdf.ts"),
	layout("site/compact-layout.tsx", [
		layout("features/auth/session-layout.tsx", { id: "back-office" }, [
			route("admin", "admin/admin-layout.tsx", [
				route("contacts", "features/contacts/contacts-screen.tsx"),
				route("bookings", "features/bookings/bookings-screen.tsx", { id: "admin-bookings" }),
				route("invoices", "features/invoices/invoices-screen.tsx"),
				route("invoices/new", "features/invoices/invoice-form-screen.tsx", { id: "new-invoice" }),
				route("invoices/:id", "features/invoices/invoice-screen.tsx"),
				route("invoices/:id/edit", "features/invoices/invoice-form-screen.tsx", { id: "edit-invoice" }),
				route("users", "features/users/users-screen.tsx"),
				route("*", "admin/not-found-screen.tsx"),
			]),
			layout("admin/bookings-layout.tsx", [
				route("bookings", "features/bookings/bookings-screen.tsx", { id: "staff-bookings" }),
			]),
		]),
	]),
] satisfies RouteConfig;
