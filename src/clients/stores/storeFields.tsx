import { customerOptions } from '#clients/customers/options/contract.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import type { Field, FormPart } from '#kit/ui/form/declare.tsx'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { control } from '#kit/ui/recordFields.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import { storeFields } from './fields.ts'
import { statusNames } from './rules.ts'

type Identity = 'name' | 'customerId' | 'platform' | 'platformShopId' | 'url' | 'category'

/** The fields that identify the store. Customer and platform cannot change once the service has begun (`settled`). */
export function identityFields(settled: boolean): Field<Identity>[] {
  const hint = settled ? t('已开始服务，不能再改') : undefined
  const customer = { options: customerOptions, nameKey: 'customerName' }
  return [
    { key: 'name', wide: true, placeholder: t('与平台上的店铺名一致') },
    { ...customer, key: 'customerId', kind: 'picker', disabled: settled, hint },
    control(storeFields, 'platform', { disabled: settled, hint }),
    { key: 'platformShopId', hint: t('平台文件里有店铺 ID 时，按它认店') },
    { key: 'category', placeholder: t('如：家居日用') },
    { key: 'url', wide: true, placeholder: 'https://' },
  ]
}

/** The initial status of a new store. */
export function initialStatusField(): Field<'status'> {
  const { pending, trial, serving, paused } = statusNames
  return {
    key: 'status',
    kind: 'select',
    options: choicesOf({ pending, trial, serving, paused }),
    hint: t('服务中的店铺可以以后再定价，出账前要补'),
  }
}

/** The days of the service. */
export function serviceDayFields(): Field<'trialOn' | 'onlineOn' | 'contractEndOn'>[] {
  return [
    control(storeFields, 'trialOn'),
    control(storeFields, 'onlineOn'),
    control(storeFields, 'contractEndOn'),
  ]
}

type Service = 'leaderId' | 'seat' | 'serviceTypes' | 'shifts' | 'serviceHours'

/** The fields of the service. Heads are limited to the store's company, whose shifts are `shifts`. */
export function serviceFields(
  companyCode: string | undefined,
  shifts: readonly Choice<string>[],
): FormPart<Service>[] {
  const query = companyCode ? { purpose: 'leader', companyCode } : { purpose: 'leader' }
  return [
    { section: t('服务') },
    { key: 'leaderId', kind: 'picker', options: staffOptions, query, nameKey: 'leaderName' },
    control(storeFields, 'seat'),
    control(storeFields, 'serviceTypes'),
    control(storeFields, 'shifts', { options: shifts }),
    { key: 'serviceHours', wide: true, placeholder: t('如：09:00–24:00') },
  ]
}

type Target = 'targetReplyRateBp' | 'targetFirstResponseS' | 'targetAverageResponseS' | 'remark'

/** The service targets and the remark. */
export function targetFields(): FormPart<Target>[] {
  const seconds = { kind: 'number', min: 0, max: 86_400, suffix: t('秒') } as const
  return [
    { section: t('目标') },
    { key: 'targetReplyRateBp', kind: 'percent', hint: t('低于它时，回复率报表标红') },
    { key: 'targetFirstResponseS', ...seconds },
    { key: 'targetAverageResponseS', ...seconds },
    { key: 'remark', kind: 'textarea' },
  ]
}
