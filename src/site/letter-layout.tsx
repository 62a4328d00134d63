import { Outlet } from "react-router";
import { SiteFrame } from "./site-frame.tsx";

/** Around what the firm sends to one client, such as an invoice: there is nothing to advertise. */
export default function LetterLayout() {
	return (
		<SiteFrame footer={false}>
			<Outlet />
		</SiteFrame>
	);
}
