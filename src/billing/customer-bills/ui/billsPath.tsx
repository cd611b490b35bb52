export const BILLS_PATH = '/customer-bill-management'
