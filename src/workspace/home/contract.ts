import * as z from 'zod'
import { customerNotes } from '#clients/customer-notes/contract.ts'
import { ContractDue, CustomerStatus } from '#clients/customers/contract.ts'
import { FollowUp } from '#clients/follow-ups/contract.ts'
import { StoreStatus } from '#clients/stores/contract.ts'
import { endpoint } from '#kit/contract.ts'
import { Said } from '#platform/notices/contract.ts'
import { Figure, reports } from '#reporting/reports/contract.ts'

const VolumeStore = reports.dailyStoreStores.output.shape.items.element
const RateStore = reports.dailyStoreRateStores.output.shape.items.element

/** How many, and the screen's address whose list counts the same: its total is this number. */
const Counted = z.object({ count: z.int(), link: z.string() })

/** A store without figures for yesterday: who should have brought them, and when there were some last. */
const SilentStore = VolumeStore.pick({
  storeId: true,
  storeName: true,
  platform: true,
  leaderName: true,
}).extend({ agents: z.array(z.string()), lastReportedOn: z.string().nullable() })

/** A customer whose contract ends soon. */
const EndingContract = z.object({
  customerId: z.int(),
  customerName: z.string(),
  ownerName: z.string(),
  contractEndOn: z.string(),
})

/** For whoever reports (canReportWorklog): yesterday within reach, and what is to be done about it. */
const Figures = z.object({
  /** Yesterday's volume, one reply rate a metric, first response; their series are the 14 days up to yesterday. */
  figures: z.array(Figure),
  /** When the newest of yesterday's figures was written. */
  updatedAt: z.iso.datetime().nullable(),
  /** Each with its first 5. */
  storesWithoutFigures: Counted.extend({ items: z.array(SilentStore) }),
  /** Against the mean of the 7 days before: counts those of 40 % or more, names the largest whatever their size. */
  largestFalls: Counted.extend({ items: z.array(VolumeStore) }),
  belowTarget: Counted.extend({ items: z.array(RateStore) }),
  unmatchedNicks: Counted,
  /** Previews that are this person's to confirm: own ones, a head's the team's, an admin's the company's. */
  waitingImports: Counted,
})

/** For whoever keeps customers (canUpdateCustomer): the own customers and stores by status, contracts that end. */
const Records = z.object({
  customers: Counted.extend({ byStatus: z.array(Counted.extend({ status: CustomerStatus })) }),
  stores: Counted.extend({ byStatus: z.array(Counted.extend({ status: StoreStatus })) }),
  /** Yesterday's volume of these customers' stores; its series are the 14 days up to yesterday. */
  figures: z.array(Figure),
  updatedAt: z.iso.datetime().nullable(),
  /** How many stores were in service on each of the last 30 days, today the last. */
  servingCourse: z.array(z.int()),
  /** Within 30 days, the soonest 5. */
  contractsEnding: Counted.extend({ items: z.array(EndingContract) }),
  /** Over, and by the days of the reminders: 0, 7 and 30 before the end. */
  contractsDue: z.array(Counted.extend({ due: ContractDue })),
})

/** For whoever reads customers (canReadCustomer): what to follow up, and who called. */
const Care = z.object({
  /** The person's own that are due today or were before. */
  followUps: Counted.extend({ items: z.array(FollowUp) }),
  /** Notes that name the person and are not read yet: the newest. */
  mentions: z.object({ count: z.int(), items: customerNotes.mentions.output.shape.items }),
})

/** A customer that is late, with the last note or follow-up that was done. */
const LateCustomer = z.object({
  customerId: z.int(),
  customerName: z.string(),
  bills: z.int(),
  cents: z.int(),
  days: z.int(),
  contact: z.object({ on: z.string(), text: z.string() }).nullable(),
})

/** Customers whose money may be missed, by what they pay a month: the first 5 of `count`. 分. */
export const AtRisk = z.object({
  count: z.int(),
  items: z.array(
    z.object({
      customerId: z.int(),
      customerName: z.string(),
      why: z.enum(['zero', 'fall', 'overdue', 'ending']),
      /** 归零 and 下降: change in basis points; overdue and ending: days. */
      value: z.int().nullable(),
      feeCents: z.int(),
      link: z.string(),
    }),
  ),
})

/** For whoever charges customers (canChargeCustomer): money that is to be asked for, that is late, that came in. 分. */
export const Money = z.object({
  drafts: Counted.extend({ cents: z.int(), oldestMonth: z.string().nullable() }),
  overdue: Counted.extend({
    cents: z.int(),
    customers: z.int(),
    oldestDays: z.int().nullable(),
    /** The first 5, the longest late first. */
    items: z.array(LateCustomer),
  }),
  /** Bank rows that are on no bill yet. */
  unclaimed: Counted.extend({ cents: z.int(), oldestOn: z.string().nullable() }),
  /** Issued bills that the facts no longer agree with, by store and month: what is billed too little, less what too much. */
  mismatched: Counted.extend({ cents: z.int() }),
  /** What came in this month, and what is due by its end and still owed. */
  collected: z.object({ month: z.string(), receivedCents: z.int(), owedCents: z.int() }),
  /** Issued bills without an invoice, and how many of them are paid. */
  invoices: Counted.extend({ paid: z.int() }),
  /** The oldest month that is over and not closed, and what of it is in finance's hands; null where every one is. */
  closing: z
    .object({
      month: z.string(),
      items: z.array(Counted.extend({ key: z.enum(['draftBills', 'missingBills', 'rerates', 'claims']) })),
    })
    .nullable(),
  /** The open month that is foreseen; `withResult`: costs and net too. Null where the books do not reach this month. */
  forecast: z.object({ month: z.string(), withResult: z.boolean() }).nullable(),
  /** For whoever manages the months; else null. */
  atRisk: AtRisk.nullable(),
})

/** What else waits for the person, with what makes it urgent. */
const Work = z.array(
  Counted.extend({
    key: z.enum([
      ...(['ownOwed', 'logsToReview', 'ownReturned', 'warnings', 'figureQuestions', 'nickClaims'] as const),
      ...(['claimsToDecide', 'claimsToPay', 'claimsReturned'] as const),
    ]),
    note: Said.nullable(),
  }),
)

export type Work = z.output<typeof Work>

/** Something that happened: what was done, by whom (null: the program, or it is said in the title), and where to look. */
const Happened = z.object({
  key: z.string(),
  at: z.iso.datetime(),
  byName: z.string().nullable(),
  title: Said,
  note: Said.nullable(),
  link: z.string(),
})

export type Happened = z.output<typeof Happened>

/** What happened since the visit before this one, the newest first. */
const Since = z.object({ at: z.iso.datetime(), items: z.array(Happened) })

export const home = {
  visit: endpoint('POST /api/home/visit', {
    needs: 'signedIn',
    summary: '记下本人打开了首页，用来说明「上次登录后」',
    input: z.strictObject({}),
    output: z.object({ before: z.iso.datetime().nullable() }),
    audited: false,
  }),
  get: endpoint('GET /api/home', {
    needs: 'signedIn',
    summary: '首页：今天先看什么，先做什么',
    input: z.strictObject({}),
    output: z.object({
      today: z.string(),
      yesterday: z.string(),
      /** Null for whom the permission is not granted. */
      figures: Figures.nullable(),
      records: Records.nullable(),
      care: Care.nullable(),
      money: Money.nullable(),
      work: Work,
      /** Null at the first visit. */
      since: Since.nullable(),
    }),
  }),
}
