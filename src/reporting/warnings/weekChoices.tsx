import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { weekName } from './cellFormatters.ts'
import type { WarningKind } from './contract.ts'
import { RUN_WEEKS } from './rules.ts'
import { addWeeks, lastCompleteWeek } from './weeks.ts'

/** The newest completed week by the clock of this machine. */
export const newestWeek = () => lastCompleteWeek(today(() => new Date()))

/** The weeks that can be viewed and run, newest first. */
export function weekChoices(count = RUN_WEEKS): Choice<string>[] {
  const newest = newestWeek()
  return Array.from({ length: count }, (_, ago) => addWeeks(newest, -ago)).map((value) => ({
    value,
    label: `${value.slice(0, 4)} ${weekName(value)}`,
  }))
}

/** The kinds as text without figures: a customer's notes are also read by teams that see other stores. */
const matters: Record<WarningKind, string> = {
  near: '咨询量接近包量',
  over: '咨询量超过包量',
  fall: '咨询量下降',
  zero: '咨询量归零',
  missing: '缺数据',
}

/** The default text of a warning's follow-up or churn record: 05-11 至 05-17 咨询量下降. */
export function matterText({ kind, weekOn }: { kind: WarningKind; weekOn: string }): string {
  return `${weekName(weekOn)} ${t(matters[kind])}`
}
