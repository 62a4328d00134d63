import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
	layout("site/public-layout.tsx", [
		index("site/home-page.tsx"),
		route("contact", "features/contacts/contact-page.tsx"),
		route("*", "site/not-found-page.tsx"),
	]),
] satisfies RouteConfig;
