/** The root dispatches it on the window once React has taken the page over. */
export const hydratedEvent = "hydrated";
