import * as z from 'zod'
import { endpoint } from '#kit/contract.ts'

/** The steps of 开通清单, in the proposed order. */
export const SetupStep = z
  .enum(['company', 'staff', 'stores', 'pricing', 'nicks', 'import', 'bill'])
  .meta({ title: '步骤' })

export type SetupStep = z.output<typeof SetupStep>

/** `waiting`: it needs an earlier step first. A skipped step can be done at any time. */
export const StepState = z.enum(['open', 'waiting', 'skipped', 'done'])

const Step = z.object({ key: SetupStep, state: StepState, waitsFor: SetupStep.nullable() })

/** Previews that wait for a confirmation: the newest 100 ids, and what is in all of them. */
const Previews = z.object({
  ids: z.array(z.int()),
  files: z.int(),
  /** Stores of the files that the company does not have. */
  stores: z.int(),
  /** Nicks of the files without a person. */
  nicks: z.int(),
})

/** What the company has now: the counts behind the steps. For admins. */
export const SetupFacts = z.object({
  company: z.object({
    name: z.string(),
    shortName: z.string().nullable(),
    payeeName: z.string().nullable(),
    payeeBank: z.string().nullable(),
    hasAccount: z.boolean(),
  }),
  /** Active staff, in total and per role. */
  staff: z.object({
    total: z.int(),
    agents: z.int(),
    heads: z.int(),
    sales: z.int(),
    finance: z.int(),
    admins: z.int(),
  }),
  /** Stores without the stopped ones, and customers without the churned ones. */
  stores: z.object({ customers: z.int(), stores: z.int() }),
  /** The same stores, with and without terms. */
  pricing: z.object({ priced: z.int(), unpriced: z.int() }),
  /** Nicks with a person, and nicks with figures but without a person. */
  nicks: z.object({ known: z.int(), unmatched: z.int() }),
  /** The days of the figures; null without any. */
  import: z.object({ from: z.string().nullable(), to: z.string().nullable(), previews: Previews }),
  bill: z.object({
    booksFrom: z.string().nullable(),
    /** The version of the company, for setting the first month of its books. */
    booksVersion: z.int(),
    /** The latest month for which bills can be proposed now; null if none of the books' months is over. */
    month: z.string().nullable(),
    drafts: z.int(),
    issued: z.int(),
  }),
})

export type SetupFacts = z.output<typeof SetupFacts>

/** One of the things that a user other than an admin waits for. */
export const Wait = z.object({
  key: z.enum([
    ...(['stores', 'assigned', 'ownNicks', 'members', 'teamStores'] as const),
    ...(['customers', 'customerStores', 'pricing', 'payee', 'books', 'figures', 'bills'] as const),
  ]),
  isReady: z.boolean(),
  /** How many there are within the user's reach; null if it is no number. */
  count: z.int().nullable(),
  /** The names of those who do it, at most 3. Empty: the user. */
  by: z.array(z.string()),
  /** The user can do it as well. */
  bySelf: z.boolean(),
})

export type Wait = z.output<typeof Wait>

export const Setup = z.object({
  companyName: z.string(),
  /** `dismissed`: hidden by an admin. `finished`: all steps were done once. */
  state: z.enum(['open', 'dismissed', 'finished']),
  /** 0 if the list was never changed. */
  version: z.int(),
  /** There is nothing yet for the user's home to show, so the set-up fills it. */
  fillsHome: z.boolean(),
  /** Empty for users other than admins, like `facts` and `next`. */
  steps: z.array(Step),
  /** The step to continue with; null if all are done. */
  next: SetupStep.nullable(),
  facts: SetupFacts.nullable(),
  /** For users other than admins. */
  waits: z.array(Wait),
})

export type Setup = z.output<typeof Setup>

/** The version that the user saw; 0 if the list was never changed. */
const version = z.int().min(0).max(2_147_483_647)

export const companySetup = {
  get: endpoint('GET /api/setup', {
    needs: 'signedIn',
    summary: '开通清单：本公司开通到哪一步；管理员以外的人看到自己在等什么',
    input: z.strictObject({}),
    output: Setup,
  }),
  skip: endpoint('POST /api/setup/skip', {
    needs: 'canAdmin',
    summary: '跳过开通清单里的一步，或不再跳过',
    input: z.strictObject({ step: SetupStep, isSkipped: z.boolean().default(true), version }),
    output: Setup,
  }),
  dismiss: endpoint('POST /api/setup/dismiss', {
    needs: 'canAdmin',
    summary: '首页不再显示开通清单',
    input: z.strictObject({ version }),
    output: Setup,
  }),
  resume: endpoint('POST /api/setup/resume', {
    needs: 'canAdmin',
    summary: '把收起的开通清单放回首页',
    input: z.strictObject({ version }),
    output: Setup,
  }),
  finish: endpoint('POST /api/setup/finish', {
    needs: 'canAdmin',
    summary: '七步都做完后，结束开通清单；还有没做完的则拒绝',
    input: z.strictObject({ version }),
    output: Setup,
  }),
}
