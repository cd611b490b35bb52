import { t } from '#kit/text.ts'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import type { RiskLevel, WarningKind, WarningLevel, WarningStatus } from './contract.ts'
import { kindNames, levelNames, levelTones, riskNames, riskTones, statusNames, statusTones } from './rules.ts'

/** What is the matter, and how badly: the colour's word stands beside it. */
export function KindTag({ kind, level }: { kind: WarningKind; level: WarningLevel }) {
  const label = `${t(kindNames[kind])} · ${t(levelNames[level])}`
  return <StatusTag tone={levelTones[level]} label={label} />
}

/** 待处理, 处理中, 已解决 or 已忽略. */
export function WarningStatusTag({ status }: { status: WarningStatus }) {
  return <StatusTag tone={statusTones[status]} label={t(statusNames[status])} />
}

interface Risk {
  risk: RiskLevel
  score: number | null
}

/** 高, 中 or 低, with the score where the reader may see it. */
export const riskText = ({ risk, score }: Risk) =>
  score === null ? t(riskNames[risk]) : `${t(riskNames[risk])} ${score}`

export function RiskTag(props: Risk) {
  return <StatusTag tone={riskTones[props.risk]} label={riskText(props)} />
}
