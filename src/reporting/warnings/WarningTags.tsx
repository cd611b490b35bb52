import { t } from '#kit/text.ts'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { kindText, riskText } from './cellFormatters.ts'
import type { RiskLevel, WarningKind, WarningLevel, WarningStatus } from './contract.ts'
import { levelTones, riskTones, statusNames, statusTones } from './rules.ts'

/** The kind and level of a warning, as text and colour. */
export function KindTag({ kind, level }: { kind: WarningKind; level: WarningLevel }) {
  return <StatusTag tone={levelTones[level]} label={kindText({ kind, level })} />
}

/** 待处理, 处理中, 已解决 or 已忽略. */
export function WarningStatusTag({ status }: { status: WarningStatus }) {
  return <StatusTag tone={statusTones[status]} label={t(statusNames[status])} />
}

interface Risk {
  risk: RiskLevel
  score: number | null
}

export function RiskTag(props: Risk) {
  return <StatusTag tone={riskTones[props.risk]} label={riskText(props)} />
}
