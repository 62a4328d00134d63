import { Outlet } from "react-router";
import { SiteFrame } from "./site-frame.tsx";

export default function CompactLayout() {
	return (
		<SiteFrame compact>
			<Outlet />
		</SiteFrame>
	);
}
