/** Revenue of a store, or of a customer as a whole, from the issued bills of a service month; 分, with tax. */
export interface Revenue {
  customerId: number
  /** Null for a bill of the customer as a whole. */
  storeId: number | null
  serviceCents: number
  commissionCents: number
  overageCents: number
  /** 临时 and 增值. */
  otherIncomeCents: number
  /** 退款 and 调整, with their sign. */
  adjustmentCents: number
  /** 不含税. */
  netOfTaxCents: number
}

/** Total revenue of a store, or of a customer as a whole; 分. */
export interface RevenueTotal {
  customerId: number
  storeId: number | null
  cents: number
}

/** Approved amounts of claims for a store, for a customer, or (both null) common ones. */
export interface Claimed {
  storeId: number | null
  customerId: number | null
  cents: number
}

/** Write-offs of bills of a store, or of a customer as a whole. */
export interface BadDebt {
  customerId: number
  storeId: number | null
  cents: number
}

/** A store of the month: in service on one of its days, or with an amount in it. */
export interface MonthStore {
  id: number
  name: string
  customerId: number
}

/** Pay of agents by store, and all other pay. */
export interface Pay {
  shares: readonly { storeId: number; staffId: number; salaryCents: number; commissionCents: number }[]
  others: readonly { staffId: number; cents: number }[]
}

/** Totals of whole documents, read independently of their lines to detect mismatches. */
export interface Documents {
  /** Σ totals of the bills that count as revenue. */
  billedCents: number
  /** Σ approved totals of the claims. */
  claimedCents: number
  /** Σ write-offs. */
  badDebtCents: number
  /** Receipts less payouts in the month: see `getDocuments`. */
  cashCents: number
  /** Of the month's bills with a positive total: the amount due, and the amount received so far. */
  askedCents: number
  receivedCents: number
  billedCustomers: number
}

/** Input of a month's sums: amounts by purpose; a row may be a total of several records. */
export interface SumFacts {
  revenue: readonly Revenue[]
  claims: readonly Claimed[]
  badDebts: readonly BadDebt[]
  pay: {
    shares: readonly Pick<Pay['shares'][number], 'salaryCents' | 'commissionCents'>[]
    others: Pay['others']
  }
  manualCents: number
  documents: Documents
}

/** Input of the parts by store and customer. */
export interface StoreFacts extends Pick<SumFacts, 'claims' | 'badDebts'> {
  brought: readonly RevenueTotal[]
  pay: Pick<Pay, 'shares'>
  stores: readonly MonthStore[]
  customerNames: ReadonlyMap<number, string>
}

/** All input of a month's result except the recurring revenue. */
export interface ResultFacts extends SumFacts, Omit<StoreFacts, 'brought'> {
  pay: Pay
  /** Agents who served the stores; weight: served days × share. */
  served: readonly { storeId: number; staffId: number; weight: number }[]
  /** Names of staff and of their team heads. */
  people: ReadonlyMap<number, { name: string; headName: string | null }>
}

/** Total of a revenue row over all kinds. */
export const revenueOf = (row: Revenue): number =>
  row.serviceCents + row.commissionCents + row.overageCents + row.otherIncomeCents + row.adjustmentCents

/** A row of revenue without its kinds. */
export const toRevenueTotal = (row: Revenue): RevenueTotal => ({
  customerId: row.customerId,
  storeId: row.storeId,
  cents: revenueOf(row),
})
