// Making a user in a scope, whose customers are searched for while one types.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { pageIn } from "../../api/schemas.ts";
import { NewUserDialog } from "./user-dialog.tsx";
import { createUser, type Authority, type NewUser, type User, type UserScope } from "./user.ts";

interface UserCreationProps {
  readonly scope: UserScope;
  readonly onCreated: (user: User) => void;
  readonly onClose: () => void;
}

const CHOICES_MAX = 50;
const AUTHORITIES: Readonly<Record<UserScope["kind"], readonly Authority[]>> = {
  tenant: ["TENANT_ADMIN", "CUSTOMER_USER"],
  customer: ["CUSTOMER_USER"],
  administrators: ["TENANT_ADMIN"],
  system: ["SYS_ADMIN"],
};

export function UserCreation({ scope, onCreated, onClose }: UserCreationProps): ReactNode {
  const queries = useQueryClient();
  const [textSearch, setTextSearch] = useState("");
  const customers = useQuery({
    queryKey: ["customers", "choices", textSearch],
    queryFn: async () =>
      pageIn(
        await ask(
          api.GET("/api/customers", {
            params: { query: { page: 0, pageSize: CHOICES_MAX, textSearch, sortProperty: "title" } },
          }),
        ),
      ),
    enabled: scope.kind === "tenant",
    placeholderData: keepPreviousData,
  });
  const create = useMutation({
    mutationFn: (user: NewUser) => createUser(scope, user),
    onSuccess: async (user) => {
      onClose();
      onCreated(user);
      await queries.invalidateQueries({ queryKey: ["users"] });
    },
  });
  const choices =
    scope.kind === "customer"
      ? [{ id: scope.customerId, title: "" }]
      : (customers.data?.data ?? []).map(({ id, title }) => ({ id: id.id, title }));
  return (
    <NewUserDialog
      authorities={AUTHORITIES[scope.kind]}
      customers={choices}
      onSearch={setTextSearch}
      isBusy={create.isPending}
      error={create.error}
      onClose={onClose}
      onSave={(user) => create.mutate(user)}
    />
  );
}
