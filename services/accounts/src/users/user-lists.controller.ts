import { HandleCommand } from '@desk/bullmq-transport';
import { searchUserIds, listUsers, getUserNames, type RequestOf, type ResponseOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { UserListsService } from './user-lists.service.js';

@Controller()
export class UserListsController {
  constructor(private readonly lists: UserListsService) {}

  @HandleCommand(listUsers)
  list(request: RequestOf<typeof listUsers>): Promise<ResponseOf<typeof listUsers>> {
    return this.lists.list(request);
  }

  @HandleCommand(searchUserIds)
  async find({ text, limit }: RequestOf<typeof searchUserIds>): Promise<ResponseOf<typeof searchUserIds>> {
    return { userIds: await this.lists.find(text, limit) };
  }

  @HandleCommand(getUserNames)
  async name({ userIds }: RequestOf<typeof getUserNames>): Promise<ResponseOf<typeof getUserNames>> {
    return { users: await this.lists.name(userIds) };
  }
}
