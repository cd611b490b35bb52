import * as z from 'zod'
import type { Store as Row } from '#db/tables.ts'
import { Day, Id } from '#kit/contract.ts'
import { line, optionalLine } from '#kit/fields.ts'
import { type EditedColumns, field, type RecordField } from '#kit/recordFields.ts'
import { MAX_SHIFTS, ShiftCode } from '#people/shifts/code/contract.ts'
import { platformNames, seatNames, serviceTypeNames } from './rules.ts'

/** The sales platform of a store. It determines which reply metric counts. */
export const Platform = z
  .enum(['taobao', 'tmall', 'jd', 'pdd', 'douyin', 'kuaishou', 'xiaohongshu', '1688', 'vip', 'other'])
  .meta({ title: '平台' })
export const ServiceType = z
  .enum(['presale', 'aftersale', 'full', 'night', 'promotion'])
  .meta({ title: '服务类型' })
export const Shift = ShiftCode
export const Seat = z.enum(['dedicated', 'shared']).meta({ title: '坐席' })

const Url = optionalLine('店铺网址', 300).refine(isWebAddress, '请输入以 http:// 或 https:// 开头的网址')

function isWebAddress(text: string | null): boolean {
  return text === null || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
}

const Seconds = z.int().min(0).max(86_400).nullable().optional()
const RateBp = z.int().min(0).max(10_000).nullable().optional()

/** For a field that identifies the store: no bulk edit. Stores are never merged. */
const one = { bulk: false, merge: false } as const
/** For a field that a bulk edit can change. */
const many = { bulk: true, merge: false } as const

/** Columns that steps set or that follow other columns. */
type SystemColumn = 'code' | 'status' | 'stoppedOn' | 'nameKey' | 'namePinyin'

/** The fields of a store. A table column without an entry here or in `Kept` does not compile. */
export const storeFields = {
  customerId: field(Id.meta({ title: '客户' }), 'customer', {
    ...one,
    sheet: { example: '杭州示例家居有限公司', required: true, note: '客户编号或名称，须已登记' },
  }),
  platform: field(Platform, 'choice', {
    ...one,
    sheet: { example: '天猫', required: true },
    words: platformNames,
  }),
  name: field(line('店铺名称', 100), 'text', {
    ...one,
    sheet: {
      example: '示例家居旗舰店',
      formerHeader: '店铺',
      note: '没填编号时按平台和名称认店铺',
      required: true,
    },
  }),
  platformShopId: field(optionalLine('平台店铺 ID').optional(), 'text', { ...one, sheet: { example: '' } }),
  url: field(Url.optional(), 'text', { ...one, sheet: { example: '' } }),
  category: field(optionalLine('类目').optional(), 'text', { ...many, sheet: { example: '家居日用' } }),
  serviceTypes: field(z.array(ServiceType).max(5).optional().meta({ title: '服务类型' }), 'choices', {
    ...many,
    sheet: { example: '售前、售后', note: '可填几个，用顿号隔开' },
    words: serviceTypeNames,
  }),
  serviceHours: field(optionalLine('服务时间').optional(), 'text', {
    ...many,
    sheet: { example: '09:00–24:00' },
  }),
  /** The words are the names of the company's shifts. */
  shifts: field(z.array(Shift).max(MAX_SHIFTS).optional().meta({ title: '班次' }), 'choices', {
    ...many,
    sheet: { example: '早班、晚班', note: '可填几个，用顿号隔开' },
  }),
  seat: field(Seat.optional(), 'choice', { ...many, sheet: { example: '共享' }, words: seatNames }),
  trialOn: field(Day.nullable().optional().meta({ title: '试单日期' }), 'day', {
    ...many,
    sheet: { example: '' },
  }),
  onlineOn: field(Day.nullable().optional().meta({ title: '上线日期' }), 'day', {
    ...many,
    sheet: { example: '2026-01-15' },
  }),
  contractEndOn: field(Day.nullable().optional().meta({ title: '合同到期日' }), 'day', {
    ...many,
    sheet: { example: '2026-12-31', formerHeader: '合同到期' },
  }),
  leaderId: field(Id.nullable().optional().meta({ title: '负责组长' }), 'person', {
    ...many,
    sheet: { example: '', formerHeader: '组长', note: '姓名或用户名' },
  }),
  targetReplyRateBp: field(RateBp.meta({ title: '目标回复率' }), 'percent', {
    ...many,
    sheet: { example: '95%' },
  }),
  targetFirstResponseS: field(Seconds.meta({ title: '目标首响' }), 'number', {
    ...many,
    sheet: { example: '30', header: '目标首响（秒）' },
  }),
  targetAverageResponseS: field(Seconds.meta({ title: '目标平均响应' }), 'number', {
    ...many,
    sheet: { example: '60', header: '目标平均响应（秒）' },
  }),
  remark: field(optionalLine('备注', 500).optional(), 'textarea', { ...many, sheet: { example: '' } }),
} as const satisfies Record<EditedColumns<Row, SystemColumn>, RecordField>
