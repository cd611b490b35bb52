import {
  BarChartOutlined,
  CustomerServiceOutlined,
  DashboardOutlined,
  FallOutlined,
  MoneyCollectOutlined,
  ShopOutlined,
  TableOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { Icon } from '#app/routes.ts'

/** The menu's icons by the names of specification §2. */
export const icons: Record<Icon, ComponentType> = {
  dashboard: DashboardOutlined,
  team: TeamOutlined,
  table: TableOutlined,
  shop: ShopOutlined,
  fall: FallOutlined,
  customerService: CustomerServiceOutlined,
  moneyCollect: MoneyCollectOutlined,
  barChart: BarChartOutlined,
}
