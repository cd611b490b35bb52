/** What the issued bills of a store, or of a customer as a whole, bring in a service month; 分, with tax. */
export interface Revenue {
  customerId: number
  /** Null: the bill is of the customer, of no store. */
  storeId: number | null
  serviceCents: number
  commissionCents: number
  overageCents: number
  /** 临时 and 增值. */
  otherIncomeCents: number
  /** 退款 and 调整, as they are signed. */
  adjustmentCents: number
  /** 不含税. */
  netOfTaxCents: number
}

/** What the bills of a store, or of a customer as a whole, bring in all; 分. */
export interface Brought {
  customerId: number
  storeId: number | null
  cents: number
}

/** What was let pass of claims for a store, for a customer, or (both null) for all. */
export interface Claimed {
  storeId: number | null
  customerId: number | null
  cents: number
}

/** What was written off of bills of a store, or of a customer as a whole. */
export interface BadDebt {
  customerId: number
  storeId: number | null
  cents: number
}

/** A store of the month: it was served on a day, or a figure of the month names it. */
export interface MonthStore {
  id: number
  name: string
  customerId: number
}

/** What agents earn by stores, and what everybody has beside that. */
export interface Pay {
  shares: readonly { storeId: number; staffId: number; salaryCents: number; commissionCents: number }[]
  others: readonly { staffId: number; cents: number }[]
}

/** The same as whole documents say it: read apart from their lines, so that what gets lost on the way is seen. */
export interface Documents {
  /** Σ totals of the bills that count as revenue. */
  billedCents: number
  /** Σ of what was let pass of the claims. */
  claimedCents: number
  /** Σ of what was written off. */
  badDebtCents: number
  /** What came in and went out in the month: see `getDocuments`. */
  cashCents: number
  /** Of the month's bills that ask for something: what they ask for, and what came in for them so far. */
  askedCents: number
  receivedCents: number
  billedCustomers: number
}

/** What a month's sums follow from: amounts by what they are for, however many of them are one row. */
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

/** What the parts of stores and customers follow from. */
export interface StoreFacts extends Pick<SumFacts, 'claims' | 'badDebts'> {
  brought: readonly Brought[]
  pay: Pick<Pay, 'shares'>
  stores: readonly MonthStore[]
  customerNames: ReadonlyMap<number, string>
}

/** All that a month's result follows from but its recurring revenue. */
export interface ResultFacts extends SumFacts, Omit<StoreFacts, 'brought'> {
  pay: Pay
  /** Who served a store how long: served days × share. */
  served: readonly { storeId: number; staffId: number; weight: number }[]
  /** Names, and of a member the head of the team. */
  people: ReadonlyMap<number, { name: string; headName: string | null }>
}

/** What a bill line brings, or all of them. */
export const revenueOf = (row: Revenue): number =>
  row.serviceCents + row.commissionCents + row.overageCents + row.otherIncomeCents + row.adjustmentCents

/** A row of revenue without its kinds. */
export const broughtBy = (row: Revenue): Brought => ({
  ...{ customerId: row.customerId, storeId: row.storeId, cents: revenueOf(row) },
})
