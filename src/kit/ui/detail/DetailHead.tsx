import { Button } from 'antd'
import { t } from '#kit/text.ts'
import { ActionRow } from '#kit/ui/ActionRow.tsx'
import { Copyable } from '#kit/ui/Copyable.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import type { Action } from '#kit/ui/list/declare.tsx'
import { MainHeading } from '#kit/ui/MainHeading.tsx'
import { PageHelp } from '#kit/ui/page.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import type { DetailFigure, DetailStep, Position } from './declare.tsx'

interface HeadProps {
  title: string
  status?: React.ReactNode
  code?: string
  position?: Position
  actions: Action[]
}

/** A record's name, state and code, buttons to its neighbours in the list, and its actions. */
export function DetailHead({ title, status, code, position, actions }: HeadProps) {
  const phone = usePhone()
  return (
    <header className="detail-head">
      <MainHeading>{title}</MainHeading>
      <PageHelp />
      {status}
      {code && (
        <small className="detail-code">
          <Copyable text={code} />
        </small>
      )}
      <div className="detail-acts">
        {position && <Neighbours {...position} />}
        {!phone && <ActionRow actions={actions} />}
      </div>
    </header>
  )
}

function Neighbours({ index, total, onPrevious, onNext }: Position) {
  return (
    <span className="detail-neighbours">
      <Button
        type="text"
        icon={<Icon name="left" />}
        aria-label={t('上一条')}
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <small dir="ltr">
        {index} / {total}
      </small>
      <Button
        type="text"
        icon={<Icon name="right" />}
        aria-label={t('下一条')}
        disabled={!onNext}
        onClick={onNext}
      />
    </span>
  )
}

/** The steps of a record's life cycle, with the current one marked. */
export function DetailSteps({ steps }: { steps: readonly DetailStep[] }) {
  return (
    <ol className="detail-steps">
      {steps.map((step, place) => (
        <li
          key={step.label}
          className={`detail-step-${step.state}`}
          aria-current={step.state === 'current' || step.state === 'end' ? 'step' : undefined}
        >
          <span className="detail-dot">
            <StepSign state={step.state} number={place + 1} />
          </span>
          {step.label}
          {step.note && (
            <small>
              <bdi>{step.note}</bdi>
            </small>
          )}
        </li>
      ))}
    </ol>
  )
}

function StepSign({ state, number }: { state: DetailStep['state']; number: number }) {
  if (state === 'done') return <Icon name="check" size={12} />
  return state === 'end' ? <Icon name="close" size={12} /> : number
}

/** The most important figures of a record, divided by hairlines. */
export function DetailFigures({ figures }: { figures: readonly DetailFigure[] }) {
  return (
    <div className="detail-figures">
      {figures.map(({ name, value, unit, note, tone }) => (
        <div key={name}>
          <span>{name}</span>
          <b>
            <bdi>
              {value}
              {unit && <small>{unit}</small>}
            </bdi>
          </b>
          {note && <em className={tone ? `detail-${tone}` : undefined}>{note}</em>}
        </div>
      ))}
    </div>
  )
}
