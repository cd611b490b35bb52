import { formatCount, formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { hoursText } from './cellFormatters.ts'
import type { WorklogPage } from './contract.ts'
import {
  type HoursOdd,
  handledOf,
  hoursOdd,
  type ReviewedStore,
  reviewedStores,
  type StoreOdd,
} from './odds.ts'

/** Says what is unusual about a store, and why. */
export function oddText(odd: StoreOdd): string {
  switch (odd.kind) {
    case 'low':
      return t('低于目标 {rate}', { rate: formatRate(odd.targetBp) })
    case 'differs':
      return t('不一致：手填 {keyed}，文件 {file}', countsOf(odd))
    case 'far': {
      const values = { mean: formatCount(odd.mean) }
      return odd.isKeyed ? t('手填，近 7 日均 {mean}', values) : t('近 7 日均 {mean}，相差一倍以上', values)
    }
    case 'missing':
      return odd.isAwaited ? t('文件没到，到后自动填') : t('没有填')
  }
}

const countsOf = ({ keyed, file }: { keyed: number; file: number }) => ({
  keyed: formatCount(keyed),
  file: formatCount(file),
})

/** Says that the hours are not those of the shift. */
export function hoursOddText({ shiftHours }: HoursOdd): string {
  return t('班次是 {n} 小时', { n: hoursText(shiftHours) ?? '' })
}

/** A reason to return a log: the choice, and the sentence that it adds to the note. */
export interface ReturnReason {
  label: string
  sentence: string
}

/** Returns the reasons that a log gives to return it: its unusual figures first, then its texts and hours. */
export function returnReasons(page: WorklogPage): ReturnReason[] {
  const hours = hoursOdd(page)
  return [
    ...reviewedStores(page.lines).flatMap(storeReasons),
    ...(page.handover ? [] : [{ label: t('少写交接'), sentence: t('请补上交接。') }]),
    { label: t('小结太短'), sentence: t('小结太短，请写明今天做了什么。') },
    ...(hours ? [hoursReason(hours)] : []),
  ]
}

function hoursReason({ hours, shiftHours }: HoursOdd): ReturnReason {
  const values = { hours: hoursText(hours) ?? '', shift: hoursText(shiftHours) ?? '' }
  return { label: t('工时不对'), sentence: t('工时写了 {hours} 小时，班次是 {shift} 小时，请核对。', values) }
}

function storeReasons({ lines, odds }: ReviewedStore): ReturnReason[] {
  const store = lines[0].storeName
  return odds.flatMap((odd) => {
    const sentence = storeSentence(store, handledOf(lines), odd)
    const label = odd.kind === 'missing' ? t('{store}没有填', { store }) : t('{store}的数不对', { store })
    return sentence ? [{ label, sentence }] : []
  })
}

/** What the author can correct about a store's figures; empty if that is not in the author's hands. */
function storeSentence(store: string, handled: number | null, odd: StoreOdd): string {
  if (odd.kind === 'differs') {
    return t('{store}手填 {keyed} 人，平台文件 {file} 人，请核对。', { store, ...countsOf(odd) })
  }
  if (odd.kind === 'far' && odd.isKeyed) {
    const values = { store, n: formatCount(handled), mean: formatCount(odd.mean) }
    return t('{store}接待 {n} 人，近 7 日每天约 {mean} 人，请核对是不是两天的数。', values)
  }
  return odd.kind === 'missing' && !odd.isAwaited ? t('{store}没有填数据，请补上。', { store }) : ''
}
