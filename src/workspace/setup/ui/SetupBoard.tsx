import { Button } from 'antd'
import { type ComponentType, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import type { ImportControls } from '#operations/imports/ui/useImport.tsx'
import { companySetup, type Setup, type SetupFacts, SetupStep } from '#workspace/setup/contract.ts'
import { FilesPanel } from '#workspace/setup/FilesPanel.tsx'
import { countDone, PREVIEW_DAYS, stepNames } from '#workspace/setup/rules.ts'
import { BillStep } from '#workspace/setup/steps/BillStep.tsx'
import { CompanyStep } from '#workspace/setup/steps/CompanyStep.tsx'
import { ImportStep } from '#workspace/setup/steps/ImportStep.tsx'
import { NicksStep } from '#workspace/setup/steps/NicksStep.tsx'
import { PricingStep } from '#workspace/setup/steps/PricingStep.tsx'
import { StaffStep } from '#workspace/setup/steps/StaffStep.tsx'
import { StoresStep } from '#workspace/setup/steps/StoresStep.tsx'
import type { StepProps } from '#workspace/setup/steps/stepProps.tsx'
import { noteOf, statusOf } from '#workspace/setup/stepTexts.tsx'
import { SetupTrack } from './SetupTrack.tsx'
import './setup.css'

const contents: Record<SetupStep, ComponentType<StepProps>> = {
  company: CompanyStep,
  staff: StaffStep,
  stores: StoresStep,
  pricing: PricingStep,
  nicks: NicksStep,
  import: ImportStep,
  bill: BillStep,
}

/** Steps that begin with files themselves. */
const WITH_FILES: readonly SetupStep[] = ['stores', 'import']

interface Props {
  setup: Setup
  facts: SetupFacts
  onImport: ImportControls['open']
}

/** 开通清单 beside the step that is being done; on a phone the step is inside the list. */
export function SetupBoard({ setup, facts, onImport }: Props) {
  const { current, choose } = useStep(setup)
  const phone = usePhone()
  const Content = contents[current]
  const step = setup.steps.find(({ key }) => key === current)
  const content = step && (
    <Content key={current} setup={setup} facts={facts} step={step} onNext={choose} onImport={onImport} />
  )
  const withFiles = facts.import.from === null && !WITH_FILES.includes(current)
  return (
    <div className="setup">
      <Panel
        title={t('开通清单')}
        hint={t('完成 {n}/{all}', { n: countDone(setup), all: setup.steps.length })}
        flush
        className="setup-list"
      >
        <SetupTrack setup={setup} />
        <ol>
          {setup.steps.map((one) => (
            <ListItem key={one.key} step={one} facts={facts} isCurrent={one.key === current}>
              {phone && one.key === current && content}
            </ListItem>
          ))}
        </ol>
        <ListFoot setup={setup} facts={facts} />
      </Panel>
      <div className="setup-main">
        {!phone && content}
        {withFiles && <FilesPanel facts={facts} onImport={onImport} />}
      </div>
    </div>
  )
}

/** The step in the address, else the one to continue with when the page was opened: it does not change by itself. */
function useStep({ next }: Setup) {
  const [params, setParams] = useSearchParams()
  const [first] = useState<SetupStep>(next ?? 'company')
  const asked = SetupStep.safeParse(params.get('step'))
  const choose = (step: SetupStep) => {
    setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), step }), { replace: true })
    window.scrollTo({ top: 0 })
  }
  return { current: asked.success ? asked.data : first, choose }
}

interface ItemProps {
  step: Setup['steps'][number]
  facts: SetupFacts
  isCurrent: boolean
  children: React.ReactNode
}

function ListItem({ step, facts, isCurrent, children }: ItemProps) {
  const { key, state } = step
  const { text, tone } = statusOf(step, facts)
  return (
    <li className={`setup-step setup-${state}${isCurrent ? ' setup-current' : ''}`}>
      <Link to={`?step=${key}`} replace preventScrollReset aria-current={isCurrent ? 'step' : undefined}>
        <span className="setup-dot">
          {state === 'done' ? <Icon name="check" size={12} /> : SetupStep.options.indexOf(key) + 1}
        </span>
        <b>{t(stepNames[key])}</b>
        <span className={`setup-status setup-${tone}`}>{text}</span>
        <span className="setup-note">{noteOf(key, facts)}</span>
      </Link>
      {children}
    </li>
  )
}

/** What holds for the whole list, and the way to hide it. */
function ListFoot({ setup, facts }: { setup: Setup; facts: SetupFacts }) {
  const dismiss = useAction(companySetup.dismiss)
  const { files } = facts.import.previews
  return (
    <div className="setup-list-foot">
      <p>
        {files > 0
          ? t('读过的文件保留 {n} 天，不必重传。', { n: PREVIEW_DAYS })
          : t('次序可以换，随时可以离开，做到哪里都会保留。七步做完，首页换成日常的首页。')}
      </p>
      {setup.state === 'open' && (
        <Button
          type="link"
          size="small"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate({ version: setup.version })}
        >
          {t('首页不再显示')}
        </Button>
      )}
    </div>
  )
}
