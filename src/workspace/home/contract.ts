import * as z from 'zod'
import { customerNotes } from '#clients/customer-notes/contract.ts'
import { ContractDue, CustomerStatus } from '#clients/customers/contract.ts'
import { FollowUp } from '#clients/follow-ups/contract.ts'
import { Platform, Shift, StoreStatus } from '#clients/stores/contract.ts'
import { endpoint } from '#kit/contract.ts'
import { WorklogStatus } from '#operations/worklogs/contract.ts'
import { NoticeMessage } from '#platform/notices/contract.ts'
import { Figure, reports } from '#reporting/reports/contract.ts'
import { Setup } from '#workspace/setup/contract.ts'

const VolumeStore = reports.dailyStoreStores.output.shape.items.element
const RateStore = reports.dailyStoreRateStores.output.shape.items.element

/** A count with the link to a screen whose list has the same total. */
const Counted = z.object({ count: z.int(), link: z.string() })

/** How many records a list was made from: what it says if it is empty covers these. */
const covers = z.int()

/** A store without yesterday's figures, with its agents and the last day with figures. */
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

/** For users who report (canReportWorklog): yesterday's figures within reach, and the related tasks. */
const Figures = z.object({
  /** Yesterday's volume, reply rate per metric and first response; series cover the 14 days up to yesterday. */
  figures: z.array(Figure),
  /** When the latest of yesterday's figures was written. */
  updatedAt: z.iso.datetime().nullable(),
  /** The first 5 stores. */
  storesWithoutFigures: Counted.extend({ covers, items: z.array(SilentStore) }),
  /**
   * Compared with the mean of the 7 days before. `count` includes falls of 40 % or more; `items` are the largest of any
   * size.
   */
  largestFalls: Counted.extend({ covers, items: z.array(VolumeStore) }),
  belowTarget: Counted.extend({ covers, items: z.array(RateStore) }),
  unmatchedNicks: Counted,
  /** Import previews that the user may confirm: their own, a head's team's, an admin's company's. */
  waitingImports: Counted,
})

/**
 * For users who manage customers (canUpdateCustomer): customers and stores within reach by status, and ending
 * contracts.
 */
const Records = z.object({
  customers: Counted.extend({ byStatus: z.array(Counted.extend({ status: CustomerStatus })) }),
  stores: Counted.extend({ byStatus: z.array(Counted.extend({ status: StoreStatus })) }),
  /** Stores in service or paused that have no price today. */
  unpriced: Counted,
  /** Yesterday's volume of these customers' stores; the series covers the 14 days up to yesterday. */
  figures: z.array(Figure),
  updatedAt: z.iso.datetime().nullable(),
  /** The number of stores in service on each of the last 30 days, ending today. */
  servingCourse: z.array(z.int()),
  /** Contracts that end within 60 days, with the first 5. */
  contractsEnding: Counted.extend({ items: z.array(EndingContract) }),
  /** Expired contracts, and those that end today or within 7 or 30 days (the reminder days). */
  contractsDue: z.array(Counted.extend({ due: ContractDue })),
})

/** A note about a customer. */
const LastNote = z.object({
  id: z.int(),
  customerId: z.int(),
  customerName: z.string(),
  text: z.string(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
})

/** For users who read customers (canReadCustomer): follow-ups, notes and mentions. */
const Care = z.object({
  /** The user's own follow-ups that are due today or overdue. */
  followUps: Counted.extend({ items: z.array(FollowUp) }),
  /** The latest unread notes that mention the user. */
  mentions: z.object({ count: z.int(), items: customerNotes.mentions.output.shape.items }),
  /** The latest notes about the customers; null for users whose home page does not show them. */
  notes: z.array(LastNote).nullable(),
})

/** An agent's day: `off` without a rostered shift, `due` if a log is still to be written. */
const DayState = z.enum([...WorklogStatus.options, 'missing', 'due', 'off'])

/** An agent's own buyers and rates at a store; rates in the platform's metric, in basis points. */
const OwnStore = RateStore.pick({
  storeId: true,
  storeName: true,
  platform: true,
  metric: true,
  rateBp: true,
  targetBp: true,
  firstResponseS: true,
}).extend({ volume: z.int().nullable() })

/** For members of a team: the own figures of yesterday, today's log, and what the user is responsible for tomorrow. */
const Mine = z.object({
  volume: z.int().nullable(),
  /** One value per day of the 14 days up to yesterday; null is a day without figures. */
  series: z.array(z.int().nullable()),
  firstResponseS: z.number().nullable(),
  /** The stores with own figures, largest volume first. */
  stores: z.array(OwnStore),
  /** Today's log. `link` opens it. */
  log: z.object({ state: DayState, link: z.string() }),
  tomorrow: z.object({
    on: z.string(),
    /** Why there is no duty, if the roster says so. */
    off: z.enum(['rest', 'leave']).nullable(),
    stores: z.array(
      z.object({ storeId: z.int(), storeName: z.string(), platform: Platform, shifts: z.array(Shift) }),
    ),
  }),
})

/** A submitted log that the user has to review. */
const LogToReview = z.object({
  id: z.int(),
  staffName: z.string(),
  on: z.string(),
  shift: Shift,
  submittedAt: z.iso.datetime().nullable(),
})

/** A store that nobody serves: its first such day, and the number of these days. */
const Gap = z.object({
  storeId: z.int(),
  storeName: z.string(),
  platform: Platform,
  /** The first shift in which nobody works, and the number of such shifts. */
  on: z.string(),
  shift: Shift,
  shifts: z.int(),
  /** Those who are assigned to the first shift and do not work in it; empty if nobody is assigned. */
  agents: z.array(z.string()),
})

export type Gap = z.output<typeof Gap>

/** A person who is rostered for other shifts than the assigned ones. `assigned`: the shifts that stay without them. */
const Conflict = z.object({
  staffId: z.int(),
  staffName: z.string(),
  on: z.string(),
  rostered: z.array(Shift),
  assigned: z.array(Shift),
})

export type Conflict = z.output<typeof Conflict>

/** For heads: what waits for them, and what is not covered in their team. */
const Team = z.object({
  /** The first 5, oldest day first. */
  review: Counted.extend({ items: z.array(LogToReview) }),
  /** The names of those whose log of yesterday is not submitted. */
  missingLogs: z.array(z.string()),
  /** The first stores that nobody serves on one of the next 7 days, and how many there are. Covers the team's stores. */
  gaps: z.object({ total: z.int(), covers, items: z.array(Gap) }),
  /** The first contradictions between roster and assignments in the next 7 days, and how many there are. */
  conflicts: z.object({ total: z.int(), items: z.array(Conflict) }),
})

/** An overdue customer, with the latest note or completed follow-up. */
const LateCustomer = z.object({
  customerId: z.int(),
  customerName: z.string(),
  bills: z.int(),
  cents: z.int(),
  days: z.int(),
  contact: z.object({ on: z.string(), text: z.string() }).nullable(),
})

/**
 * Customers at risk of not paying or leaving, by monthly fee, descending: `count` in total, the first 5 in `items`. 分.
 */
export const AtRisk = z.object({
  count: z.int(),
  items: z.array(
    z.object({
      customerId: z.int(),
      customerName: z.string(),
      why: z.enum(['zero', 'fall', 'overdue', 'ending']),
      /** zero and fall: change in basis points; overdue and ending: days. */
      value: z.int().nullable(),
      feeCents: z.int(),
      link: z.string(),
    }),
  ),
})

/** For users who charge customers (canChargeCustomer): drafts, overdue bills and received money. 分. */
export const Money = z.object({
  drafts: Counted.extend({ cents: z.int(), oldestMonth: z.string().nullable() }),
  /** Covers the unpaid bills. */
  overdue: Counted.extend({
    covers,
    cents: z.int(),
    customers: z.int(),
    oldestDays: z.int().nullable(),
    /** The first 5, longest overdue first. */
    items: z.array(LateCustomer),
  }),
  /** Bank rows that are not matched to a bill. Covers all rows. */
  unclaimed: Counted.extend({ covers, cents: z.int(), oldestOn: z.string().nullable() }),
  /**
   * Issued bills that differ from a recalculation, by store and month. `cents`: billed too little minus billed too
   * much. Covers the stores' months with issued bills.
   */
  mismatched: Counted.extend({ covers, cents: z.int() }),
  /** Received this month, and unpaid amounts due by the end of the month. */
  collected: z.object({ month: z.string(), receivedCents: z.int(), owedCents: z.int() }),
  /** Issued bills without an invoice, and how many of them are paid. */
  invoices: Counted.extend({ paid: z.int() }),
  /** The number of closed months. */
  closedMonths: z.int(),
  /**
   * The oldest completed month that is not closed, with finance's open tasks; null if all are closed. Covers the bills
   * and claims of the month.
   */
  closing: z
    .object({
      month: z.string(),
      covers,
      items: z.array(Counted.extend({ key: z.enum(['draftBills', 'missingBills', 'rerates', 'claims']) })),
    })
    .nullable(),
  /** The month of the forecast; `withResult`: includes costs and net. Null if the books do not include this month. */
  forecast: z.object({ month: z.string(), withResult: z.boolean() }).nullable(),
  /** For users who manage month closings; otherwise null. */
  atRisk: AtRisk.nullable(),
})

/** The user's other tasks, with a note on their urgency. */
const Work = z.array(
  Counted.extend({
    key: z.enum([
      ...([
        'ownOwed',
        'logsToReview',
        'leavesToDecide',
        'ownReturned',
        'warnings',
        'figureQuestions',
        'nickClaims',
      ] as const),
      ...(['claimsToDecide', 'claimsToPay', 'claimsReturned'] as const),
    ]),
    note: NoticeMessage.nullable(),
  }),
)

export type Work = z.output<typeof Work>

/** An event: what was done, by whom (null: automatic, or named in the title), and a link. */
const SinceEvent = z.object({
  key: z.string(),
  at: z.iso.datetime(),
  byName: z.string().nullable(),
  title: NoticeMessage,
  note: NoticeMessage.nullable(),
  link: z.string(),
})

export type SinceEvent = z.output<typeof SinceEvent>
/** An event before its sentences are written in a language. */
export type EventInput = z.input<typeof SinceEvent>

/** Events since the user's previous visit, newest first. */
const Since = z.object({ at: z.iso.datetime(), items: z.array(SinceEvent) })

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
      /** The company's set-up, until it is finished; null if the user has nothing to see of it. */
      setup: Setup.nullable(),
      /** Null without the permission. */
      figures: Figures.nullable(),
      mine: Mine.nullable(),
      team: Team.nullable(),
      records: Records.nullable(),
      care: Care.nullable(),
      money: Money.nullable(),
      work: Work,
      /** Null on the first visit. */
      since: Since.nullable(),
    }),
  }),
}
