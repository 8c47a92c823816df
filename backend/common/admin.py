"""The admin site's own words, and its pages of people who may sign in."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User

from backend.common.admin_lists import SafeLists

admin.site.site_header = "Tsumi"
admin.site.site_title = "Tsumi"
admin.site.index_title = "What would you like to do?"
admin.site.site_url = "/"
admin.site.empty_value_display = "–"

admin.site.unregister([User, Group])


@admin.register(User)
class Users(SafeLists, UserAdmin):
    pass


@admin.register(Group)
class Groups(SafeLists, GroupAdmin):
    pass
