/** The list of the stores without a price. */
export const UNPRICED_PATH = '/store-management?price=none'
