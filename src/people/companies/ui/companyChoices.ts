/** The query for the companies that a field offers. */
export const COMPANY_CHOICES = { pageSize: 100 }
