/** Stands for a job in an application that is for none in particular. No job has this slug. */
export const generalApplication = "general-application";
