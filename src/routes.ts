import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
	layout("site/public-layout.tsx", [
		index("site/home-page.tsx"),
		route("contact", "features/contacts/contact-page.tsx"),
		layout("features/auth/session-layout.tsx", { id: "sign-in" }, [route("auth", "features/auth/auth-page.tsx")]),
		route("*", "site/not-found-page.tsx"),
	]),
	layout("site/compact-layout.tsx", [
		layout("features/auth/session-layout.tsx", { id: "back-office" }, [
			route("admin", "admin/admin-layout.tsx", [
				route("users", "features/users/users-screen.tsx"),
				route("*", "admin/not-found-screen.tsx"),
			]),
		]),
	]),
] satisfies RouteConfig;
