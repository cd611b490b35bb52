import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Facts } from '#kit/ui/Facts.tsx'
import { valueText } from './cellFormatters.ts'
import type { Question } from './contractQuestions.ts'
import { metricNames, subjectNames } from './rules.ts'
import { useExplanation } from './useExplanation.tsx'

/** The questioned figure, as shown to the author and now, with its days, the author and the question. */
export function QuestionFacts({ question }: { question: Question }) {
  const { subject, subjectName, metric, from, to, shownValue, createdByName, createdAt } = question
  return (
    <Facts
      columns={2}
      items={[
        { label: t(subjectNames[subject]), value: subjectName },
        { label: t('日期'), value: from === to ? from : t('{from} 至 {to}', { from, to }) },
        { label: t(metricNames[metric]), value: <strong>{valueText(metric, shownValue)}</strong> },
        { label: t('现在'), value: <Current question={question} /> },
        { label: t('提出人'), value: createdByName },
        { label: t('提出时间'), value: formatInstant(createdAt) },
        { label: t('哪里不对'), value: question.question, wide: true },
      ]}
    />
  )
}

/** The value that the reports show now. */
function Current({ question }: { question: Question }) {
  const { storeId, customerId, staffId, from, to, metric } = question
  const cell = {
    ...(storeId !== null && { storeId }),
    ...(customerId !== null && { customerId }),
    ...(staffId !== null && { staffId }),
  }
  const { data, error } = useExplanation({ ...cell, from, to, metric })
  if (error) return t('没有读到')
  return data ? valueText(metric, data.value) : '…'
}
