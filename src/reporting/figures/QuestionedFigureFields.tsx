import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { CorrectedFigures } from './CorrectedFigures.tsx'
import { nickText } from './cellFormatters.ts'
import type { CorrectionInput } from './contract.ts'
import { figureQuestions, type Question, type QuestionedFigure } from './contractQuestions.ts'
import './CorrectedFigures.css'

interface Props {
  question: Question
  value: CorrectionInput | undefined
  onChange: ((value: CorrectionInput | undefined) => void) | undefined
}

/**
 * Corrects a figure that a question is about. If the question covers several days, stores or nicks, the user selects
 * one.
 */
export function QuestionedFigureFields({ question, value, onChange }: Props) {
  const { id: questionId, from, to } = question
  const [chosenOn, setOn] = useState(to)
  const on = value?.on ?? chosenOn
  const call = useCall(figureQuestions.doubted, { questionId, on }, { messagePlace: 'inPage' })
  const choose = (day: string) => {
    setOn(day)
    onChange?.(undefined)
  }
  return (
    <div className="corrected-doubt">
      {from !== to && <DayField question={question} on={on} onChange={choose} />}
      <Loaded call={call} skeleton={<TextSkeleton rows={6} />} compact>
        {(places) => <Places key={on} places={places} on={on} value={value} onChange={onChange} />}
      </Loaded>
    </div>
  )
}

function DayField(props: { question: Question; on: string; onChange: (on: string) => void }) {
  const { question, on, onChange } = props
  return (
    <DatePicker
      className="wide-control"
      aria-label={t('更正哪一天')}
      allowClear={false}
      suffixIcon={<Icon name="calendar" />}
      minDate={dayjs(question.from)}
      maxDate={dayjs(question.to)}
      value={dayjs(on)}
      onChange={(day) => day && onChange(day.format('YYYY-MM-DD'))}
    />
  )
}

interface PlacesProps extends Omit<Props, 'question'> {
  places: readonly QuestionedFigure[]
  on: string
}

const keyOf = ({ storeId, nick }: { storeId: number; nick?: string | null | undefined }) =>
  `${storeId} ${nick ?? ''}`

function Places({ places, on, value, onChange }: PlacesProps) {
  const [chosen, setChosen] = useState<string>()
  const key = value ? keyOf(value) : chosen
  const place = places.find((one) => keyOf(one) === key) ?? places[0]
  if (!place) return <p className="corrected-none">{t('{on} 没有您可以更正的数', { on })}</p>
  const { storeId, nick } = place
  const cell = { storeId, on, ...(nick !== null && { nick }) }
  return (
    <>
      {places.length > 1 && (
        <LocalSelect
          none="fixed"
          className="wide-control"
          aria-label={t('更正哪一个')}
          showSearch={{ optionFilterProp: 'label' }}
          options={places.map((one) => ({ value: keyOf(one), label: nickText(one) }))}
          value={keyOf(place)}
          onChange={(next: string) => {
            setChosen(next)
            onChange?.(undefined)
          }}
        />
      )}
      <CorrectedFigures
        key={keyOf(place)}
        cell={cell}
        changes={value?.changes}
        onChange={(changes) => onChange?.(changes && { ...cell, changes })}
      />
    </>
  )
}
