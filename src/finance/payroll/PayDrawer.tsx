import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { monthBefore } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { thisMonth } from '#kit/ui/monthChoices.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import type { PayPage } from './contract.ts'
import { payroll } from './contract.ts'
import type { PayAction } from './PayCorrections.tsx'
import { CorrectForm, PayCorrections } from './PayCorrections.tsx'
import { PayDays } from './PayDays.tsx'
import { PayParts } from './PayParts.tsx'
import { PayStores } from './PayStores.tsx'
import './payroll.css'

/** A person's pay for a month: amounts, stores, attendance and corrections. */
export function PayDrawer({ staffId, onClose }: { staffId: number; onClose: () => void }) {
  const [params] = useSearchParams()
  const month = params.get('month') || monthBefore(thisMonth())
  const [action, setAction] = useState<PayAction | null>(null)
  const call = useCall(payroll.get, { staffId, month }, { messagePlace: 'inPage' })
  const { data } = call
  return (
    <Drawer
      open
      onClose={onClose}
      size={usePhone() ? '100%' : 760}
      placement={endSide()}
      title={data ? t('{name} {month} 的工资', { name: data.staffName, month }) : t('工资')}
      footer={data && <Foot page={data} onAction={setAction} />}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={10} />}>
        {(page) => (
          <>
            <div className="pay-parts">
              <PayParts page={page} />
              <PayStores page={page} />
              <PayDays page={page} />
              <PayCorrections page={page} onReverse={(correction) => setAction({ reverse: correction })} />
            </div>
            <CorrectForm page={page} action={action} onClose={() => setAction(null)} />
          </>
        )}
      </Loaded>
    </Drawer>
  )
}

function Foot({ page, onAction }: { page: PayPage; onAction: (action: PayAction) => void }) {
  if (page.frozen)
    return <p className="pay-frozen">{t('{month} 已结账，这是结账时的工资。', { month: page.month })}</p>
  return (
    <div className="pay-foot">
      <Button onClick={() => onAction('days')}>{t('更正出勤')}</Button>
      <Button type="primary" onClick={() => onAction('amount')}>
        {t('更正金额')}
      </Button>
    </div>
  )
}
