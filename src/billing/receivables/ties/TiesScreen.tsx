import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { ForecastList } from '#billing/customer-bills/forecast/ui/ForecastList.tsx'
import { t } from '#kit/text.ts'
import { useAddressText } from '#kit/ui/useAddressText.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { BridgeList } from './BridgeList.tsx'
import { DepositsList } from './DepositsList.tsx'
import { RollList } from './RollList.tsx'
import type { View } from './views.ts'
import { VIEWS, viewNames } from './views.ts'

const LISTS: Record<View, (props: { switcher: ReactNode }) => ReactNode> = {
  roll: RollList,
  bridge: BridgeList,
  deposits: DepositsList,
  forecast: ForecastList,
}

/** 应收核对: reconciliation of a month's accounts by customer, with the gaps. */
export function TiesScreen() {
  const [text, setText] = useAddressText('view')
  const view = VIEWS.find((one) => one === text) ?? 'roll'
  const List = LISTS[view]
  return (
    <>
      <Watermark />
      <List
        key={view}
        switcher={
          <Segmented<View>
            options={VIEWS.map((value) => ({ value, label: t(viewNames[value]) }))}
            value={view}
            onChange={(next) => setText(next === 'roll' ? undefined : next)}
            aria-label={t('看什么')}
          />
        }
      />
    </>
  )
}
