import * as z from 'zod'
import { CustomerInput } from '#clients/customers/contract.ts'
import { Platform, StoreInput } from '#clients/stores/contract.ts'
import { Nick } from '#clients/stores/nicks/contract.ts'
import { Consequences } from '#kit/consequences.ts'
import { Day, endpoint, Id, page, paged, someIds, Version } from '#kit/contract.ts'
import { SentenceText } from '#kit/sentenceText.ts'
import { ImportStatus, SHOWN_ROWS } from '#operations/imports/contract.ts'

/** Maximum number of previews that are set up together, and of stores that one run creates. */
export const MAX_FILES = 100
export const MAX_STORES = 200

/** Identifies a proposed store over the files of the proposal: derived from platform and name. */
const StoreKey = z.string().min(1).max(300).meta({ title: '文件里的店铺' })

/** Where a store's name was read: a column, the file name, the nicks' common prefix, or nowhere. */
export const NameSource = z.enum(['column', 'fileName', 'nicks', 'none'])
export type NameSource = z.output<typeof NameSource>

const Named = z.object({ id: z.int(), name: z.string() })

/** A store of the files that is unknown, with what is proposed for it. */
export const Proposed = z.object({
  key: z.string(),
  /** The suggested name; null if the files name none. */
  name: z.string().nullable(),
  /** The suggested platform; null if several are possible and nothing decides. */
  platform: Platform.nullable(),
  /** The platforms that the format of the files allows. */
  platforms: z.array(Platform),
  source: NameSource,
  hint: SentenceText.nullable(),
  fileIds: z.array(z.int()),
  rows: z.int(),
  nicks: z.int(),
  /** Σ consulting users of all days, else handled users; null if the files contain neither. */
  consultUsers: z.int().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** An existing customer whose name has the same core. */
  customer: Named.nullable(),
  /** The name of the customer to create if there is none. */
  customerName: z.string().nullable(),
  /** Existing stores that may be meant, at most 5, the most similar first. */
  similar: z.array(Named.extend({ platform: Platform })),
})
export type Proposed = z.output<typeof Proposed>

/** A nick of the files that has no owner on its days, once per store over all files. */
export const ProposedNick = z.object({
  nick: z.string(),
  /** The store: a proposed one, or an existing one. */
  storeKey: z.string().nullable(),
  storeId: z.int().nullable(),
  storeName: z.string().nullable(),
  /** Σ over all files; null without the figure. */
  handledUsers: z.int().nullable(),
  fileIds: z.array(z.int()),
  /** The person that is meant; null unless exactly one is. */
  staff: Named.nullable(),
  /** Why: the name, the nickname at work (花名), or a nick that is bound to the person in another store. */
  reason: z.enum(['name', 'flowerName', 'bound']).nullable(),
})
export type ProposedNick = z.output<typeof ProposedNick>

export const SetupProposal = z.object({
  /** Those with the most consulting users first. */
  stores: z.array(Proposed),
  /** At most 2,000; those without a proposed person first, then by handled users, descending. */
  nicks: z.array(ProposedNick),
  nicksTotal: z.int(),
  /** The first and last day of the files. */
  days: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** Whether the user may create the stores; if not, `admins` are people who may (at most 3). */
  mayCreate: z.boolean(),
  admins: z.array(z.string()),
  /** The previews: number of stores × days, and of those that can be committed now. */
  files: z.array(z.object({ id: z.int(), version: z.int(), groups: z.int(), readyGroups: z.int() })),
})
export type SetupProposal = z.output<typeof SetupProposal>

/** A run: the customers, stores and bindings that it created, and the files that it imported. */
export const SetupRun = z.object({
  id: z.int(),
  version: z.int(),
  status: z.enum(['done', 'undone']).meta({ title: '状态' }),
  customers: z.int(),
  stores: z.int(),
  nicks: z.int(),
  files: z.int(),
  /** Stores × days that it imported. */
  storeDays: z.int(),
  createdAt: z.iso.datetime(),
  createdByName: z.string(),
  /** Whether the user can undo it now; if not, why. */
  undoable: z.boolean(),
  whyNot: SentenceText.nullable(),
})
export type SetupRun = z.output<typeof SetupRun>

const NewStore = z.strictObject({
  key: StoreKey,
  name: StoreInput.shape.name,
  platform: Platform,
  /** An existing customer, or the name of a new one; stores with the same new name share the customer. */
  customer: z.union([z.strictObject({ id: Id }), z.strictObject({ name: CustomerInput.shape.name })]),
  /** 试单 and 服务中 begin on the first day of the store in the files. */
  status: z.enum(['pending', 'trial', 'serving']).meta({ title: '状态' }),
  leaderId: Id.optional().meta({ title: '负责组长' }),
})

const NewBinding = z.strictObject({
  nick: Nick,
  /** The store: one of the request's, or an existing one. */
  storeKey: StoreKey.optional(),
  storeId: Id.optional(),
  staffId: Id.meta({ title: '客服' }),
})

export const SetupInput = z.strictObject({
  files: z
    .array(
      z.strictObject({
        id: Id,
        version: Version,
        /** Existing stores and days that are not imported: they stay in a preview. */
        leave: z
          .array(z.strictObject({ storeId: Id, on: Day }))
          .max(SHOWN_ROWS)
          .optional(),
        /** 整店替换: also removes the nicks that are not in the file. */
        replaceWholeStore: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(MAX_FILES),
  stores: z.array(NewStore).max(MAX_STORES),
  nicks: z.array(NewBinding).max(SHOWN_ROWS),
  /** Also imports every store and day of the files that can be written. */
  commit: z.boolean(),
})
export type SetupInput = z.output<typeof SetupInput>

/** A file after a run. */
const SetUpFile = z.object({
  id: z.int(),
  version: z.int(),
  status: ImportStatus,
  committedGroups: z.int(),
  /** Stores × days that were not imported: they stay in the preview, or in the one of `restId` if others were imported. */
  leftGroups: z.int(),
  restId: z.int().nullable(),
})

const needs = 'canReportWorklog'

export const importSetup = {
  propose: endpoint('GET /api/imports/setup', {
    needs,
    isHeavy: true,
    budget: 'preview',
    summary: '预检的文件里有哪些没有登记的店铺、没有对应的昵称，各建议怎么建',
    input: z.strictObject({ id: someIds(MAX_FILES) }),
    output: SetupProposal,
  }),
  run: endpoint('POST /api/imports/setup', {
    needs,
    isHeavy: true,
    summary: '从预检的文件新建客户、店铺和昵称对应，可以一并导入；全部成功或什么都不写',
    input: SetupInput,
    output: z.object({ setup: SetupRun, files: z.array(SetUpFile) }),
  }),
  list: endpoint('GET /api/imports/setups', {
    needs,
    summary: '从文件新建店铺的记录，最新的在前',
    input: page({}, ['id']),
    output: paged(SetupRun),
  }),
  undoConsequences: endpoint('GET /api/imports/setup/:id/undo/consequences', {
    needs,
    budget: 'preview',
    summary: '撤销之前看后果：删去的客户、店铺和昵称对应，撤销的导入',
    input: z.strictObject({ id: Id }),
    output: Consequences,
  }),
  undo: endpoint('POST /api/imports/setup/:id/undo', {
    needs,
    isHeavy: true,
    summary: '一次撤销：撤销导入，删去新建的昵称对应、店铺和客户；已经在用的拒绝并说明',
    input: z.strictObject({ id: Id, version: Version }),
    output: SetupRun,
  }),
}
