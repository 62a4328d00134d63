/** Used in place of a job's slug by applications for no particular job. No job has this slug. */
export const generalApplication = "general-application";
export const generalTitle = "General Application";
