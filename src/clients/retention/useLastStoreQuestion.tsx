import { App } from 'antd'
import { useNavigate } from 'react-router'
import { t } from '#kit/text.ts'
import type { ChurnPage } from './contract.ts'

/** After the customer's last store stopped, asks the user whether the customer is lost too. */
export function useLastStoreQuestion(): (after: ChurnPage) => void {
  const { modal } = App.useApp()
  const navigate = useNavigate()
  return ({ subject, liveStoreCount, customerId, customerName, customerStatus }) => {
    if (subject !== 'store' || liveStoreCount > 0 || customerStatus === 'churned') return
    modal.confirm({
      title: t('{name}已没有在服务的店铺', { name: customerName }),
      content: t('这是该客户最后一家店铺。如果客户也要离开，请登记它的流失风险。'),
      okText: t('去登记'),
      cancelText: t('暂不'),
      onOk: () => void navigate(`/customer-management/${customerId}?tab=churn`),
    })
  }
}
