import { Button } from 'antd'
import { useState } from 'react'
import { formatInstant } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { secondFactor } from './contract.ts'
import type { SetUpWindowProps } from './SetUpWindow.tsx'
import './SecondFactor.css'

const SetUpWindow = lazyWindow<'SetUpWindow', SetUpWindowProps>(
  () => import('./SetUpWindow.tsx'),
  'SetUpWindow',
  ({ open }) => open,
)

type Window = 'set-up' | 'renew' | 'disable' | null

/** The user's second factor: whether it is active, since when, and the number of recovery codes left. */
export function SecondFactorPanel() {
  const call = useCall(secondFactor.get, {}, { messagePlace: 'inPage' })
  const [window, setWindow] = useState<Window>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const isOn = Boolean(call.data?.since)
  return (
    <Panel title={t('两步验证')} hint={t('登录时除密码外，还要输入手机上的动态码')}>
      <Loaded call={call} skeleton={<TextSkeleton rows={3} />}>
        {(state) => <FactorState {...state} onOpen={setWindow} />}
      </Loaded>
      <SetUpWindow
        open={window === 'set-up' || codes !== null}
        codes={codes}
        onCodes={setCodes}
        onClose={() => {
          setCodes(null)
          setWindow(null)
        }}
      />
      {isOn && <PasswordQuestions window={window} onClose={() => setWindow(null)} onCodes={setCodes} />}
    </Panel>
  )
}

interface StateProps {
  since: string | null
  recoveryCodesLeft: number
  required: boolean
  onOpen: (window: Window) => void
}

function FactorState({ since, recoveryCodesLeft, required, onOpen }: StateProps) {
  if (!since) {
    return (
      <>
        <p>
          <StatusTag tone="grey" label={t('未开启')} />
        </p>
        <p className="factor-line">{t('密码被别人知道时，没有您的手机仍然登录不了。')}</p>
        <Button onClick={() => onOpen('set-up')}>{t('开启两步验证')}</Button>
      </>
    )
  }
  return (
    <>
      <p>
        <StatusTag tone="green" label={t('已开启')} />
        <span className="factor-since">{t('自 {at}', { at: formatInstant(since) })}</span>
      </p>
      <p className="factor-line">{t('恢复码还剩 {n} 个', { n: recoveryCodesLeft })}</p>
      <div className="factor-actions">
        <Button onClick={() => onOpen('renew')}>{t('重新生成恢复码')}</Button>
        <Button danger onClick={() => onOpen('disable')}>
          {t('关闭两步验证')}
        </Button>
      </div>
      {required && <p className="factor-line">{t('贵公司要求您的角色开启；关闭后须立即重新设置。')}</p>}
    </>
  )
}

interface QuestionProps {
  window: Window
  onClose: () => void
  onCodes: (codes: string[]) => void
}

/** The actions that require the password: disabling the second factor and showing new recovery codes. */
function PasswordQuestions({ window, onClose, onCodes }: QuestionProps) {
  return (
    <>
      <FormModal
        open={window === 'renew'}
        onClose={onClose}
        title={t('重新生成恢复码')}
        endpoint={secondFactor.renewCodes}
        fields={[{ key: 'password', kind: 'password', hint: t('旧的恢复码随即作废') }]}
        onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
      />
      <FormModal
        open={window === 'disable'}
        onClose={onClose}
        title={t('关闭两步验证')}
        endpoint={secondFactor.disable}
        fields={[{ key: 'password', kind: 'password', hint: t('关闭后只凭密码或验证码就能登录') }]}
        submitText={t('关闭')}
      />
    </>
  )
}
