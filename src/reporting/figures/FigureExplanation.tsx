import { Breadcrumb, Button, Drawer, Segmented } from 'antd'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { endSide } from '#kit/ui/side.tsx'
import type { ExplainedCellKey, FigureExplanationProps } from '#kit/ui/suppliedParts.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { AgentMetric, CellMetric, StoreMetric } from '#reporting/reports/contract.ts'
import type { CorrectWindowProps } from './CorrectWindow.tsx'
import type { Explanation } from './contract.ts'
import { figureQuestions } from './contractQuestions.ts'
import { ExplainedCell } from './ExplainedCell.tsx'
import { metricNames } from './rules.ts'
import { useExplanation } from './useExplanation.tsx'

const CorrectWindow = lazyPart<'CorrectWindow', CorrectWindowProps>(
  () => import('./CorrectWindow.tsx'),
  'CorrectWindow',
)

/** Explains a figure down to the line of the imported file. The user can question or correct it here. */
export function FigureExplanation({ cell, onClose }: FigureExplanationProps) {
  // A stack of cells: the last one is displayed, the others are breadcrumbs.
  const [path, setPath] = useState([cell])
  const metrics = metricsOf(cell)
  const [metric, setMetric] = useState(CellMetric.safeParse(cell.metric).data ?? metrics[0])
  const [openForm, setOpenForm] = useState<'question' | 'correction'>()
  const shown = path.at(-1) ?? cell
  const phone = usePhone()
  const call = useExplanation({ ...shown, metric })
  const { data } = call
  const close = () => setOpenForm(undefined)
  return (
    <Drawer
      open
      onClose={onClose}
      size={phone ? '100%' : 720}
      title={t('这个数字怎么来的')}
      placement={endSide()}
      footer={data && <ExplanationActions data={data} onAsk={setOpenForm} />}
    >
      {metrics.length > 1 && (
        <Segmented
          className="explain-metrics"
          options={metrics.map((value) => ({ value, label: t(metricNames[value]) }))}
          value={metric}
          onChange={setMetric}
          aria-label={t('指标')}
        />
      )}
      {path.length > 1 && <Trail path={path} onBack={(depth) => setPath(path.slice(0, depth))} />}
      <Loaded call={call} skeleton={<TextSkeleton rows={10} />}>
        {(explanation) => (
          <ExplainedCell data={explanation} onOpen={(next) => setPath([...path, { ...shown, ...next }])} />
        )}
      </Loaded>
      {data && openForm === 'question' && <QuestionForm cell={data} onClose={close} />}
      {data && openForm === 'correction' && (
        <Suspense>
          <CorrectWindow storeId={data.id} name={data.name} on={data.from} onClose={close} />
        </Suspense>
      )}
    </Drawer>
  )
}

/** The metrics that a row of a report displays. */
function metricsOf({ customerId, staffId }: ExplainedCellKey): readonly CellMetric[] {
  if (staffId !== undefined) return AgentMetric.options
  return customerId !== undefined ? ['volume'] : StoreMetric.options
}

function Trail({ path, onBack }: { path: ExplainedCellKey[]; onBack: (depth: number) => void }) {
  const items = path.slice(0, -1).map((one, at) => ({
    key: at,
    title: (
      <Button type="link" size="small" onClick={() => onBack(at + 1)}>
        {one.from === one.to ? one.from : t('{from} 至 {to}', { from: one.from, to: one.to })}
      </Button>
    ),
  }))
  return <Breadcrumb className="explain-trail" items={items} />
}

function ExplanationActions({
  data,
  onAsk,
}: {
  data: Explanation
  onAsk: (what: 'question' | 'correction') => void
}) {
  return (
    <div className="explain-acts">
      <Button onClick={() => onAsk('question')}>{t('这个数字不对')}</Button>
      {data.mayCorrect && <Button onClick={() => onAsk('correction')}>{t('更正这一天')}</Button>}
    </div>
  )
}

interface QuestionFormProps {
  cell: Explanation
  onClose: () => void
}

/** 这个数字不对: sends a description of the error, with the cell and the report's filters, to the store's head. */
function QuestionForm({ cell, onClose }: QuestionFormProps) {
  const { pathname, search } = useLocation()
  const { subject, id, metric, from, to, value } = cell
  return (
    <FormModal
      open
      onClose={onClose}
      title={t('{name}的这个数字不对', { name: cell.name })}
      endpoint={figureQuestions.create}
      fixed={{
        subject,
        id,
        metric,
        from,
        to,
        shownValue: value,
        place: `${pathname}${search}`.slice(0, 1_000),
      }}
      fields={[
        {
          key: 'question',
          kind: 'textarea',
          placeholder: t('比如：平台后台看到的是 132 人'),
          hint: t('会交给店铺的组长核对，答复后通知您'),
        },
      ]}
      doneText={t('已交给组长核对')}
    />
  )
}
