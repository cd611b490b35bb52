import { churnReasonColumn } from '#clients/churn-records/rules.ts'
import { sheetColumns } from '#kit/recordFields.ts'
import { COMPANY_COLUMN, choiceColumn, dayColumn, type ImportColumn, textColumn } from '#kit/recordSheet.ts'
import { storeFields } from './fields.ts'
import { modelNames, platformNames, statusNames } from './rules.ts'

const { tier: _, ...flatModels } = modelNames

/** The parameters of the pricing models; `feeCents` is the main amount of each model. */
export const priceColumns: ImportColumn[] = [
  {
    field: 'feeCents',
    header: '费用',
    kind: 'money',
    example: '4000.00',
    note: '固定月费、包量 + 超量：月费；底薪 + 提成：底薪；按天：一天；按小时：一小时',
  },
  {
    field: 'includedDaily',
    header: '每天包量',
    formerHeader: '每天含量',
    kind: 'count',
    example: '200',
    note: '包量 + 超量',
  },
  { field: 'overageCents', header: '超量单价', kind: 'money', example: '0.60', note: '包量 + 超量' },
  { field: 'rateBp', header: '提成比例', kind: 'percent', example: '', note: '底薪 + 提成' },
  { field: 'hoursPerDay', header: '每天工时', kind: 'count', example: '', note: '按小时' },
]

/** The first price of a new store. Later prices have a sheet of their own. */
const openingTerms: ImportColumn[] = [
  {
    ...choiceColumn('pricingModel', '计费方式', flatModels, '包量 + 超量'),
    formerWords: { included: '含量 + 超量' },
    note: '只用于新店铺；按量分档和已有店铺的价格请用“计费方式”资料表',
  },
  { ...dayColumn('termsFromOn', '计费生效日', '2026-01-15'), note: '不填就是上线日期，没有上线就是试单日期' },
  ...priceColumns,
  {
    field: 'storeSalaryCents',
    header: '店铺工资',
    kind: 'money' as const,
    example: '800.00',
    note: '每月',
  },
].map((column) => ({ ...column, newOnly: true }))

/** The columns of a store, with its initial status and price. */
export const storeColumns: ImportColumn[] = [
  { ...textColumn('code', '店铺编号', '', '新店铺留空，由系统编号；填了就更新那家店铺'), finding: true },
  COMPANY_COLUMN,
  ...sheetColumns(storeFields, [
    ...(['customerId', 'platform', 'name', 'platformShopId', 'url', 'category'] as const),
    ...(['serviceTypes', 'serviceHours', 'shifts', 'seat'] as const),
  ]),
  {
    ...choiceColumn('status', '状态', statusNames, '服务中'),
    newOnly: true,
    note: '只用于新店铺；试单要填试单日期，服务中和暂停要填上线日期，启用前已停止的要填上线或试单日期、停止日期和流失原因',
  },
  ...sheetColumns(storeFields, ['trialOn', 'onlineOn']),
  {
    ...dayColumn('stoppedOn', '停止日期', ''),
    newOnly: true,
    note: '只用于启用系统前已停止的店铺；最后服务日',
  },
  churnReasonColumn,
  ...sheetColumns(storeFields, [
    ...(['contractEndOn', 'leaderId', 'targetReplyRateBp'] as const),
    ...(['targetFirstResponseS', 'targetAverageResponseS', 'remark'] as const),
  ]),
  ...openingTerms,
]

/** The columns that identify a store; the platform is required if two stores share a name. */
export const storeOfRow = (note: string): ImportColumn[] => [
  {
    field: 'storeId',
    header: '店铺',
    kind: 'store',
    example: '示例家居旗舰店',
    required: true,
    newOnly: true,
    note,
  },
  { ...choiceColumn('platform', '平台', platformNames, '天猫'), finding: true, note: '有几家同名店铺时必填' },
]

export const agent: ImportColumn = {
  field: 'staffId',
  header: '客服',
  kind: 'person',
  people: 'agents',
  example: '李华',
  required: true,
  newOnly: true,
  note: '姓名或用户名，须在职',
}
