import { useMemo } from 'react'
import { Link } from 'react-router'
import { platformNames } from '#clients/stores/rules.ts'
import { formatCount, formatDuration, formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { GridColumn } from '#kit/ui/grid/declare.tsx'
import { Grid } from '#kit/ui/grid/Grid.tsx'
import { type EntryLine, hasFigures, isOpen, replyRateOf, totalOf, withEdits } from './entry.ts'
import { type FigureKey, figureProblem } from './figureTexts.ts'
import { LineSourceTag, sourceText } from './LineSourceTag.tsx'
import type { EntryState } from './useEntry.tsx'
import type { EntryProblems } from './useSendEntry.tsx'

interface Props {
  lines: readonly EntryLine[]
  change: EntryState['change']
  problems: EntryProblems
  editable: boolean
}

/**
 * The stores with figures or to be keyed, a row per nick. Imported figures are locked, the others are edited as in a
 * spreadsheet.
 */
export function EntryGrid({ lines, change, problems, editable }: Props) {
  const columns = useMemo(() => columnsOf(editable), [editable])
  return (
    <Grid
      label={t('各店数据')}
      rows={lines}
      columns={columns}
      problems={problems.cells}
      totals={totalsOf(lines)}
      onChange={(edits) => change((entry) => withEdits(entry, edits))}
    />
  )
}

function columnsOf(editable: boolean): GridColumn<EntryLine>[] {
  return [
    {
      key: 'store',
      title: t('店铺'),
      width: 168,
      names: true,
      text: ({ line }) => line.storeName,
      render: storeLink,
    },
    { key: 'platform', title: t('平台'), width: 72, text: ({ line }) => t(platformNames[line.platform]) },
    { key: 'nick', title: t('昵称'), width: 104, text: ({ line }) => line.nick ?? '-' },
    {
      key: 'mean7',
      title: t('近 7 日均'),
      hint: t('您在这家店每天的接待人数，近 7 天有数据的日子平均'),
      width: 72,
      align: 'end',
      text: ({ line }) => formatCount(line.mean7),
    },
    figureColumn('consultUsers', t('咨询人数'), editable),
    figureColumn('handledUsers', t('接待人数'), editable),
    figureColumn('unreplied', t('未回复'), editable),
    { ...figureColumn('rate3minBp', t('回复率'), editable), render: rateCell },
    { ...figureColumn('frtSec', t('首响'), editable), placeholder: t('秒') },
    { ...figureColumn('artSec', t('平均响应'), editable), placeholder: t('秒') },
    { ...figureColumn('satisfied', t('满意'), editable), width: 64 },
    { ...figureColumn('evaluated', t('评价'), editable), width: 64 },
    {
      key: 'source',
      title: t('来源'),
      width: 104,
      text: sourceText,
      render: (line) => <LineSourceTag line={line} />,
    },
  ]
}

function figureColumn(key: FigureKey, title: string, editable: boolean): GridColumn<EntryLine> {
  return {
    key,
    title,
    width: 76,
    align: 'end',
    placeholder: key === 'rate3minBp' ? '%' : t('填写'),
    text: (line) => (editable && isOpen(line, key) ? (line.texts[key] ?? '') : formatFigure(line, key)),
    isOpen: (line) => editable && isOpen(line, key),
    problem: ({ texts }) => {
      const problem = figureProblem(key, texts)
      return problem && t(problem)
    },
  }
}

/** Formats a figure for reading. */
function formatFigure(line: EntryLine, key: FigureKey): string {
  const value = line.figures[key]
  if (line.line.pending.includes(key)) return t('延迟统计')
  if (key === 'rate3minBp') return formatRate(replyRateOf(line))
  if (key === 'frtSec' || key === 'artSec') return formatDuration(value)
  return formatCount(value)
}

/** Links to the store's page if the user may open it. */
function storeLink({ line }: EntryLine) {
  if (!line.storeReadable) return line.storeName
  return (
    <Link to={`/store-management/${line.storeId}`} tabIndex={-1} title={line.storeName}>
      {line.storeName}
    </Link>
  )
}

/** Red if the rate is below the store's target. */
function rateCell(line: EntryLine) {
  const rate = replyRateOf(line)
  const { targetReplyRateBp } = line.line
  const isLow = rate !== null && targetReplyRateBp !== null && rate < targetReplyRateBp
  return <span className={isLow ? 'entry-low' : undefined}>{formatRate(rate)}</span>
}

function totalsOf(lines: readonly EntryLine[]) {
  const filledCount = lines.filter(hasFigures).length
  const sums = ['consultUsers', 'handledUsers', 'unreplied', 'satisfied', 'evaluated'] as const
  return {
    store: (
      <>
        {t('合计')} <small>{t('{n}/{all} 店有数据', { n: filledCount, all: lines.length })}</small>
      </>
    ),
    ...Object.fromEntries(sums.map((key) => [key, formatCount(totalOf(lines, key))])),
  }
}
